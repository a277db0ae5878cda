import { useEffect, useState, type JSX } from 'react';
import { Check, Copy } from 'lucide-react';
import { useMessages } from '../../i18n/messages.ts';
import { usePanelServices } from '../../shell/panel-services.ts';

/** Copies a value as JSON. It is only made into text when the button is pressed. */
export function CopyButton({ value }: { readonly value: unknown }): JSX.Element {
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
      await navigator.clipboard.writeText(JSON.stringify(value, null, 2));
      setCopied(true);
      announce(messages.inspector.copied, 'success');
    } catch {
      announce(messages.inspector.copyFailed, 'error');
    }
  };

  return (
    <button type="button" className="button button-small" onClick={() => void copy()}>
      {copied ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
      {messages.inspector.copy}
    </button>
  );
}
