import type { ForkFailure } from '../../data/fork-intents.ts';
import type { ForkPlace } from '../../data/fork-place.ts';
import type { PanelMessages } from '../../i18n/en.ts';

/** Why one cannot fork at a place, and where the nearest fork points are. */
export function refusalText(place: Extract<ForkPlace, { kind: 'refused' }>, { fork }: PanelMessages): string {
  const reason =
    place.reason === 'between-turns'
      ? fork.betweenTurns
      : place.reason === 'open-turn'
        ? fork.openTurn(place.turn ?? 0)
        : fork.insideTurn(place.turn ?? 0);
  const nearest = [
    ...(place.before === null ? [] : [fork.nearestBefore(place.before.turn, place.before.seq)]),
    ...(place.after === null ? [] : [fork.nearestAfter(place.after.turn, place.after.seq)]),
  ];
  return [reason, ...(nearest.length === 0 ? [fork.nowhere] : nearest)].join(' ');
}

/** Why a fork that was tried has failed. */
export function failureText(failure: ForkFailure, { fork }: PanelMessages): string {
  const known = failure.reason === null ? undefined : fork.reasons[failure.reason];
  return known ?? failure.message;
}
