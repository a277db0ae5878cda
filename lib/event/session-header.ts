/** The log format that turnfork reads and writes (DSH calls it SESSION_FORMAT_VERSION). */
export const SESSION_FORMAT_VERSION = 0;

/** What a session is, apart from its events. Frozen when the session is made. */
export interface SessionHeader {
  readonly version: typeof SESSION_FORMAT_VERSION;
  readonly id: string;
  /** Epoch ms. */
  readonly createdAt: number;
  readonly cwd?: string;
  /** The session that this one was forked from. It may be missing from the store. */
  readonly parentSession?: string;
  /** How many events at the start of the log are inherited. */
  readonly seedLength?: number;
  readonly origin?: 'subagent';
  readonly delegationDepth?: number;
  readonly agentPreset?: string;
}
