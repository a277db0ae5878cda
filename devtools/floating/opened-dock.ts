// What comes when the devtools are opened for the first time: the panel, and all of the dock but its frame.
export { mountSessionDevtools } from '../mount-session-devtools.tsx';
export { addDockControls } from './dock-controls.ts';
export { openPanelWindow } from './panel-window.ts';
