import { Component, type ReactNode } from 'react';
import { TriangleAlert } from 'lucide-react';
import { MessagesContext } from '../i18n/messages.ts';
import { EmptyState } from './empty-state.tsx';

interface ErrorBoundaryProps {
  readonly children: ReactNode;
}

interface ErrorBoundaryState {
  readonly error: Error | null;
}

/** Keeps a pane that fails from taking the others, or the page, with it. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  static override contextType = MessagesContext;
  declare context: React.ContextType<typeof MessagesContext>;
  override state: ErrorBoundaryState = { error: null };

  static getDerivedStateFromError(error: unknown): ErrorBoundaryState {
    return { error: error instanceof Error ? error : new TypeError(String(error)) };
  }

  override render(): ReactNode {
    const { error } = this.state;
    if (error === null) return this.props.children;
    return (
      <EmptyState
        tone="error"
        icon={<TriangleAlert />}
        title={this.context.crashed}
        hint={error.message}
        action={{ label: this.context.retry, onAction: () => this.setState({ error: null }) }}
      />
    );
  }
}
