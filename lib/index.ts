export * from './errors.ts';
export type * from './event/message.ts';
export type * from './event/session-event-map.ts';
export { isEvent, type SessionEvent, type SurfaceOp, type SurfaceReplace } from './event/session-event.ts';
export { SESSION_FORMAT_VERSION, type SessionHeader } from './event/session-header.ts';
export { LosslessJsonError, MAX_JSON_DEPTH } from './event/lossless-json.ts';
export { KNOWN_EVENT_TYPES } from './event/known-event-types.ts';
export { childTitle } from './rules/child-title.ts';
export { buildLineage, type LineageNode } from './rules/lineage.ts';
export type { SurfaceEntry, SurfaceKind } from './rules/surface.ts';
export type { LogSource } from './log-file/read-log-file.ts';
export type { Durability } from './storage/connection.ts';
export type { SessionMode } from './tabs/writer-role.ts';
export type { StoreFault } from './store/check-store.ts';
export { completedPrefix } from './store/completed-prefix.ts';
export type { CreateOptions, SessionMeta } from './store/create-session.ts';
export type { AppendOptions } from './store/live-log.ts';
export type { StoreRepair } from './store/repair-store.ts';
export type { StorageEstimate } from './store/storage-space.ts';
export { Session, type CloseOptions } from './store/session.ts';
export {
  openSessionStore,
  SessionStore,
  type OpenOptions,
  type StoreOptions,
} from './store/session-store.ts';
export type * from './store/store-types.ts';
