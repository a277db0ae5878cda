import { TurnforkError } from '../../../lib/index.ts';
import { SnapshotSource } from '../../data/snapshot-source.ts';

export class ToolDeniedError extends TurnforkError<'TOOL_DENIED'> {}

/** Something that a tool wants to do and may not do by itself. */
export interface ApprovalRequest {
  readonly id: string;
  readonly sessionId: string;
  readonly callId: string;
  readonly toolName: string;
  /** What exactly would be done: the address, the text. */
  readonly subject: string;
}

/** The questions that wait for the user's word, oldest first. */
export class Approvals extends SnapshotSource<readonly ApprovalRequest[]> {
  readonly #answers = new Map<string, (allowed: boolean) => void>();
  #asked = 0;

  constructor() {
    super([]);
  }

  /** Waits for the user's word; rejects with the signal's reason when the turn is stopped before. */
  async ask(request: Omit<ApprovalRequest, 'id'>, signal: AbortSignal | undefined): Promise<boolean> {
    signal?.throwIfAborted();
    this.#asked += 1;
    const id = `approval-${this.#asked}`;
    this.publish([...this.getSnapshot(), { ...request, id }]);
    try {
      return await new Promise<boolean>((resolve, reject) => {
        this.#answers.set(id, resolve);
        signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
      });
    } finally {
      this.#answers.delete(id);
      this.publish(this.getSnapshot().filter((waiting) => waiting.id !== id));
    }
  }

  answer(id: string, allowed: boolean): void {
    this.#answers.get(id)?.(allowed);
  }
}
