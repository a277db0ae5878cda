'use client';

export type { DevtoolsStore } from './data/devtools-store.ts';
export {
  mountFloatingSessionDevtools,
  SessionDevtools,
  type FloatingCorner,
  type FloatingOptions,
  type MountedFloatingDevtools,
} from './floating.ts';
export type { PanelLanguage } from './i18n/messages.ts';
export { mountSessionDevtools, type MountedSessionDevtools } from './mount-session-devtools.tsx';
export { SessionDevtoolsPanel, type SessionDevtoolsPanelProps } from './session-devtools-panel.tsx';
export type { PanelOptions } from './shell/panel-app.tsx';
export type { PanelTheme } from './shell/theme.ts';
