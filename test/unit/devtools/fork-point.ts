import type { ForkPoint } from '../../../lib/index.ts';

/** A fork point with the given places, for rules that look at places only. */
export function forkPoint(places: Pick<ForkPoint, 'turn' | 'from' | 'start' | 'seq'>): ForkPoint {
  return {
    ...places,
    reason: { kind: 'completed' },
    startTime: 0,
    endTime: 0,
    steps: 1,
    toolCalls: 0,
    toolErrors: 0,
    usage: null,
    prompt: '',
    answer: '',
  };
}
