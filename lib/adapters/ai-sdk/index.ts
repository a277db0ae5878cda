export { recordTurn, type RecordTurnOptions } from './record-turn.ts';
export type { ModelCall, RecordedTurn, StreamSource, TurnFailure } from './recorded-turn.ts';
export { toModelMessages } from './model-messages.ts';
