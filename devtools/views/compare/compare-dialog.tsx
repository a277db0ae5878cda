import { useEffect, useMemo, useRef, useState, useSyncExternalStore, type JSX } from 'react';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { commonPrefix } from '../../data/compare-lineage.ts';
import type { SessionId, SessionSummary } from '../../data/devtools-store.ts';
import { useMessages } from '../../i18n/messages.ts';
import { IconButton } from '../../shell/icon-button.tsx';
import { ModalDialog } from '../../shell/modal-dialog.tsx';
import { usePanelServices } from '../../shell/panel-services.ts';
import { titleOf } from '../sessions/session-title.ts';
import { ComparedSessions } from './compared-sessions.tsx';

/** Two sessions of one lineage beside each other, from where they part; which other one is chosen here. */
export default function CompareDialog({
  summary,
  onClose,
}: {
  readonly summary: SessionSummary;
  readonly onClose: () => void;
}): JSX.Element {
  const messages = useMessages();
  const { compare } = messages;
  const { sessions: model } = usePanelServices();
  const list = useSyncExternalStore(model.subscribe, model.getSnapshot);
  const [picked, setPicked] = useState<SessionId | null>(null);
  const body = useRef<HTMLDivElement>(null);

  useEffect(() => {
    void model.loadAll();
  }, [model]);

  const others = useMemo(() => {
    const originOf = (id: SessionId) => list.sessions.get(id)?.header;
    return [...list.sessions.values()].flatMap((other) => {
      const prefix = commonPrefix(summary.id, other.id, originOf);
      return prefix.kind === 'common' ? [{ other, prefix }] : [];
    });
  }, [list.sessions, summary.id]);
  const preferred = picked ?? summary.header.parentSession;
  const chosen = others.find(({ other }) => other.id === preferred) ?? others[0];

  /** A fork of a session without a title of its own has its parent's. */
  const distinctTitle = (other: SessionSummary): string => {
    const title = titleOf(other, messages);
    return title === titleOf(summary, messages) ? `${title} (${other.id})` : title;
  };
  const walk = (step: 1 | -1): void => {
    const differences = [...(body.current?.querySelectorAll<HTMLElement>('[data-difference]') ?? [])];
    const root = body.current?.getRootNode();
    const focused = root instanceof ShadowRoot ? root.activeElement : null;
    const at = differences.findIndex((element) => element.contains(focused));
    const next = at === -1 ? (step === 1 ? 0 : differences.length - 1) : at + step;
    const target = differences.at(next % Math.max(1, differences.length));
    target?.focus({ preventScroll: true });
    target?.scrollIntoView({ block: 'nearest' });
  };

  return (
    <ModalDialog title={compare.title(titleOf(summary, messages))} onClose={onClose}>
      {chosen === undefined ? (
        <p className="dialog-hint">{compare.alone}</p>
      ) : (
        <div
          ref={body}
          className="compare"
          onKeyDown={(event) => {
            if (event.target instanceof HTMLSelectElement) return;
            if (event.key === 'n') walk(1);
            else if (event.key === 'p') walk(-1);
          }}
        >
          <div className="compare-bar">
            <label className="compare-with">
              <span>{compare.with}</span>
              <select
                className="input"
                value={chosen.other.id}
                onChange={(event) => setPicked(event.target.value)}
              >
                {others.map(({ other }) => (
                  <option key={other.id} value={other.id}>
                    {distinctTitle(other)}
                  </option>
                ))}
              </select>
            </label>
            <IconButton label={compare.previous} icon={<ArrowUp />} onClick={() => walk(-1)} />
            <IconButton label={compare.next} icon={<ArrowDown />} onClick={() => walk(1)} />
          </div>
          <ComparedSessions
            key={chosen.other.id}
            left={summary}
            right={chosen.other}
            heads={[titleOf(summary, messages), distinctTitle(chosen.other)]}
            from={Math.min(chosen.prefix.length, summary.seq, chosen.other.seq)}
          />
        </div>
      )}
      <div className="dialog-actions">
        <button type="button" className="button" onClick={onClose}>
          {compare.close}
        </button>
      </div>
    </ModalDialog>
  );
}
