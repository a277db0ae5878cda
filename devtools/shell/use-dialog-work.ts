import { useState } from 'react';
import { reasonOf } from '../data/reason-of.ts';

export interface DialogWork {
  readonly busy: boolean;
  /** Why the last try failed. */
  readonly failure: string | null;
  /** Does the work and closes the dialog; when it fails, the dialog stays and says why. */
  readonly run: (work: () => Promise<void>) => Promise<void>;
}

/** The work that a dialog is confirmed by. */
export function useDialogWork(failed: (reason: string) => string, onClose: () => void): DialogWork {
  const [failure, setFailure] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);

  const run = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true);
    try {
      await work();
      onClose();
    } catch (error) {
      setFailure(failed(reasonOf(error)));
      setBusy(false);
    }
  };
  return { busy, failure, run };
}
