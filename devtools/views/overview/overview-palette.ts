import type { OverviewPalette } from './draw-overview.ts';

/** The panel's colours as they are where the overview stands; the reader's own where they have chosen a high contrast. */
export function overviewPalette(element: Element): OverviewPalette {
  const view = element.ownerDocument.defaultView;
  if (view === null || view.matchMedia('(forced-colors: active)').matches) return FORCED;
  const style = view.getComputedStyle(element);
  const colour = (name: string): string => style.getPropertyValue(name).trim() || 'gray';
  return {
    tones: {
      empty: 'transparent',
      plain: colour('--overview-bar'),
      'tool-error': colour('--overview-tool-error'),
      cut: colour('--overview-cut'),
      error: colour('--error'),
      running: colour('--accent'),
    },
    forkPoint: colour('--fork'),
    fork: colour('--overview-fork'),
    inherited: colour('--overview-inherited'),
  };
}

const FORCED: OverviewPalette = {
  tones: {
    empty: 'transparent',
    plain: 'GrayText',
    'tool-error': 'CanvasText',
    cut: 'CanvasText',
    error: 'Mark',
    running: 'Highlight',
  },
  forkPoint: 'CanvasText',
  fork: 'LinkText',
  inherited: 'GrayText',
};
