import type { JSX } from 'react';
import { CircleAlert, LoaderCircle } from 'lucide-react';
import { useMessages } from '../../i18n/messages.ts';
import { EmptyState } from '../../shell/empty-state.tsx';
import type { Loaded } from './use-loaded.ts';

interface LoadedViewProps<Value> {
  readonly loaded: Loaded<Value>;
  readonly children: (value: Value) => JSX.Element;
}

/** Draws what was read, or that it is being read, or why it could not be. */
export function LoadedView<Value>({ loaded, children }: LoadedViewProps<Value>): JSX.Element {
  const messages = useMessages();
  switch (loaded.status) {
    case 'ready':
      return children(loaded.value);
    case 'loading':
      return (
        <EmptyState
          tone="busy"
          icon={<LoaderCircle className="spinning" />}
          title={messages.inspector.loading}
        />
      );
    case 'failed':
      return (
        <EmptyState
          tone="error"
          icon={<CircleAlert />}
          title={messages.inspector.failed}
          hint={loaded.error.message}
          action={{ label: messages.retry, onAction: loaded.retry }}
        />
      );
  }
}
