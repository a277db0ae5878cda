import { useEffect, useState, type JSX, type ReactNode } from 'react';
import { Check, Copy } from 'lucide-react';
import { useMessages } from '../../i18n/messages.ts';
import { usePanelServices } from '../../shell/panel-services.ts';

/** Copies a value as JSON. */
export function CopyButton({ value }: { readonly value: unknown }): JSX.Element {
  const { inspector } = useMessages();
  return (
    <CopyTextButton label={inspector.copy} icon={<Copy />} text={() => JSON.stringify(value, null, 2)} />
  );
}

interface CopyTextButtonProps {
  readonly label: string;
  readonly icon: ReactNode;
  /** Called when the button is pressed: what is large is not made into text before. */
  readonly text: () => string;
}

export function CopyTextButton({ label, icon, text }: CopyTextButtonProps): JSX.Element {
  const messages = useMessages();
  const { announce } = usePanelServices();
  const [copied, setCopied] = useState(false);

  useEffect(() => {
    if (!copied) return undefined;
    const timer = setTimeout(() => setCopied(false), 1_500);
    return () => clearTimeout(timer);
  }, [copied]);

  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text());
      setCopied(true);
      announce(messages.inspector.copied, 'success');
    } catch {
      announce(messages.inspector.copyFailed, 'error');
    }
  };

  return (
    <button type="button" className="button button-small" onClick={() => void copy()}>
      <span className="button-icon" aria-hidden="true">
        {copied ? <Check /> : icon}
      </span>
      {label}
    </button>
  );
}
