'use client';

export type { FloatingCorner, FloatingOptions } from './floating/floating-dock.ts';
export { mountFloatingSessionDevtools, type MountedFloatingDevtools } from './floating/mount-floating.ts';
export { SessionDevtools } from './floating/session-devtools.ts';
