import type { EvaluationLimits } from './evaluate-javascript.ts';

/** What one run may take. */
export const RUN_LIMITS: EvaluationLimits = { time: 5_000, memoryBytes: 64 * 1_024 * 1_024 };
