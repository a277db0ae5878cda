import { TurnforkError } from '../errors.ts';

/** How many arrays and objects may lie in one another. */
export const MAX_JSON_DEPTH = 1000;

/** A value that would not come out of storage as it went in. `path` names the place, `reason` what is wrong there. */
export class LosslessJsonError extends TurnforkError<'NOT_LOSSLESS_JSON'> {
  readonly path: string;
  readonly reason: string;

  constructor(path: string, reason: string, options?: ErrorOptions) {
    super('NOT_LOSSLESS_JSON', `${path} is not lossless JSON: ${reason}`, options);
    this.path = path;
    this.reason = reason;
  }
}
