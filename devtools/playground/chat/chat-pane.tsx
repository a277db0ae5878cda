import { Fragment, useEffect, useLayoutEffect, useMemo, useRef, useSyncExternalStore, type JSX } from 'react';
import { GitBranch } from 'lucide-react';
import type { SessionStore } from '../../../lib/index.ts';
import type { StoreFeed } from '../../data/store-feed.ts';
import type { Family } from '../branches/family.ts';
import { hashOf } from '../page-place.ts';
import type { PlaygroundMessages } from '../playground-messages.ts';
import type { ChatTurn } from './chat-fold.ts';
import { ChatModel } from './chat-model.ts';
import { ChatTurnView, type TurnActions } from './chat-turn.tsx';
import './chat.css';

interface ChatPaneProps {
  readonly store: SessionStore;
  readonly feed: StoreFeed;
  readonly sessionId: string;
  readonly family: Family | null;
  readonly event: number | null;
  readonly messages: PlaygroundMessages;
  readonly actions: TurnActions;
}

/** The conversation of one session, as people read it. */
export function ChatPane({
  store,
  feed,
  sessionId,
  family,
  event,
  messages,
  actions,
}: ChatPaneProps): JSX.Element {
  const model = useMemo(() => new ChatModel(store, sessionId), [store, sessionId]);
  useEffect(() => model.start(feed), [model, feed]);
  const view = useSyncExternalStore(model.subscribe, model.getSnapshot);
  const area = useRef<HTMLDivElement>(null);
  const follows = useRef(true);
  const target = event === null ? undefined : view.turns.find((turn) => holds(turn, event));
  const shown = useRef<number | null>(null);

  useEffect(() => {
    if (event !== null) model.showEvent(event);
  }, [model, event]);
  useLayoutEffect(() => {
    const element = area.current;
    if (element === null) return;
    if (target !== undefined && shown.current !== event) {
      shown.current = event;
      follows.current = false;
      element.querySelector(`[data-turn="${target.startSeq}"]`)?.scrollIntoView({ block: 'start' });
    } else if (follows.current) {
      // Whoever reads further up is left there.
      element.scrollTop = element.scrollHeight;
    }
  }, [view, target, event]);

  const seedLength = family?.session.header.seedLength ?? 0;
  const firstOwn = view.turns.findIndex((turn) => turn.startSeq >= seedLength);
  const branchPoint =
    family === null || family.ancestors.length === 0 ? null : (
      <BranchPoint family={family} messages={messages} />
    );
  return (
    <div
      ref={area}
      className="pg-chat"
      role="log"
      aria-label={messages.chat.conversation}
      aria-live="off"
      tabIndex={0}
      onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
        follows.current = scrollHeight - scrollTop - clientHeight < 48;
      }}
    >
      {view.failure === null ? null : (
        <p className="pg-chat-failure" role="alert">
          {view.failure}
        </p>
      )}
      {view.earlier === 0 ? null : (
        <button type="button" className="pg-chat-earlier" onClick={() => model.showEarlier()}>
          {messages.chat.earlier(view.earlier)}
        </button>
      )}
      {view.turns.map((turn, index) => (
        <Fragment key={turn.startSeq}>
          {index === firstOwn ? branchPoint : null}
          <ChatTurnView
            sessionId={sessionId}
            turn={turn}
            isLast={index === view.turns.length - 1}
            isTarget={turn === target}
            branches={branchesAt(family, turn)}
            messages={messages}
            actions={actions}
          />
        </Fragment>
      ))}
      {view.state === 'ready' && firstOwn < 0 ? branchPoint : null}
      {view.state === 'ready' && view.turns.length === 0 ? (
        <p className="pg-chat-empty">{messages.chat.empty}</p>
      ) : null}
    </div>
  );
}

/** Where a branch left its parent. */
function BranchPoint({
  family,
  messages,
}: {
  readonly family: Family;
  readonly messages: PlaygroundMessages;
}): JSX.Element {
  const parent = family.ancestors.at(-1);
  const { seedLength = 0 } = family.session.header;
  const place = {
    session: parent?.id ?? null,
    event: seedLength === 0 ? null : seedLength - 1,
    beside: null,
  };
  return (
    <p className="pg-branch-point">
      <GitBranch aria-hidden="true" />
      <a href={hashOf(place)} dir="auto">
        {messages.branches.branchedFrom(parent?.title ?? messages.chat.untitled)}
      </a>
    </p>
  );
}

const NO_BRANCHES: Family['children'] = [];

function branchesAt(family: Family | null, turn: ChatTurn): Family['children'] {
  const here = family?.children.filter(({ header }) => header.seedLength === (turn.endSeq ?? -2) + 1) ?? [];
  return here.length === 0 ? NO_BRANCHES : here;
}

function holds(turn: ChatTurn, seq: number): boolean {
  return seq >= turn.startSeq && (turn.endSeq === null || seq <= turn.endSeq);
}
