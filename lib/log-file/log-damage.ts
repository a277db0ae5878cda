import { LogFileError } from '../errors.ts';

/** Where the good part of a file ends, and why. */
export class LogDamage {
  constructor(
    readonly line: number,
    readonly reason: string,
    readonly code: 'INVALID_RECORD' | 'SEQ_GAP' = 'INVALID_RECORD',
    readonly cause?: unknown,
  ) {}

  static seqGap(line: number, expected: number, found: number): LogDamage {
    return new LogDamage(line, `(expected ${expected}, got ${found})`, 'SEQ_GAP');
  }

  /** The file's refusal, when a turn ends after the damage. In DSH's words. */
  toError(): LogFileError {
    const message =
      this.code === 'SEQ_GAP'
        ? `seq gap in committed region at line ${this.line} ${this.reason}`
        : `unparsable committed event at line ${this.line}: ${this.reason}`;
    return new LogFileError(this.code, message, this.line, { cause: this.cause });
  }

  /** What a warning says, when no turn ends after it. */
  toString(): string {
    const what = this.code === 'SEQ_GAP' ? `a seq gap ${this.reason}` : `a bad record: ${this.reason}`;
    return `line ${this.line} has ${what}`;
  }
}
