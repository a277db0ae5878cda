import { createContext, useContext } from 'react';
import type { DevtoolsStore, SessionId } from '../data/devtools-store.ts';
import type { ForkIntents } from '../data/fork-intents.ts';
import type { ForkTurns } from '../data/fork-turns.ts';
import type { SessionListModel } from '../data/session-list.ts';
import type { StoreFeed } from '../data/store-feed.ts';

export type NoticeTone = 'plain' | 'success' | 'error';

/** What a notice offers to do. */
export interface NoticeAction {
  readonly label: string;
  readonly run: () => void;
  /** It takes back what the notice tells of: the undo key runs it too, and after the notice is gone. */
  readonly undoes?: boolean;
}

export type Announce = (text: string, tone?: NoticeTone, action?: NoticeAction | null) => void;

/** What every part of the panel may use. */
export interface PanelServices {
  readonly store: DevtoolsStore;
  readonly feed: StoreFeed;
  readonly sessions: SessionListModel;
  readonly forkTurns: ForkTurns;
  readonly forks: ForkIntents;
  /** Shows a line for a moment, and has it read out. */
  readonly announce: Announce;
  /** Chooses a session, and an event in it to go to. */
  readonly selectSession: (sessionId: SessionId, seq?: number) => void;
  /** Chooses a fork that was just made, and leads the eye to it. */
  readonly showFork: (childId: SessionId) => void;
  /** The fork that is being shown. */
  readonly freshFork: SessionId | null;
  /** The application's address of an event; null when it has none. */
  readonly eventLink: ((sessionId: SessionId, seq: number) => string) | null;
  readonly showShortcuts: () => void;
}

export const PanelServicesContext = createContext<PanelServices | null>(null);

export function usePanelServices(): PanelServices {
  const services = useContext(PanelServicesContext);
  if (services === null) throw new TypeError('a view of the panel was rendered outside of it');
  return services;
}
