import { useSyncExternalStore, type JSX } from 'react';
import { CircleAlert, CircleCheck, CircleSlash, LoaderCircle, TriangleAlert, X } from 'lucide-react';
import type { ImportEntry, ImportQueue } from './import-queue.ts';
import type { PlaygroundMessages } from './playground-messages.ts';
import './import-list.css';

interface ImportListProps {
  readonly queue: ImportQueue;
  readonly messages: PlaygroundMessages;
  readonly onOpen: (sessionId: string) => void;
}

/** What became of each file: progress, warnings, or the error with its line. */
export function ImportList({ queue, messages, onOpen }: ImportListProps): JSX.Element | null {
  const entries = useSyncExternalStore(queue.subscribe, queue.getSnapshot);
  if (entries.length === 0) return null;
  return (
    <section className="pg-imports" aria-label={messages.imports}>
      <header className="pg-imports-header">
        <h2>{messages.imports}</h2>
        <button type="button" className="pg-link" onClick={() => queue.dismissAll()}>
          {messages.dismissAll}
        </button>
      </header>
      <ul className="pg-import-entries" role="status">
        {entries.map((entry) => (
          <li key={entry.number} className="pg-import" data-state={entry.state}>
            <span className="pg-import-icon" aria-hidden="true">
              {iconFor(entry)}
            </span>
            <div className="pg-import-text">
              <span className="pg-import-name">{entry.name}</span>
              <ImportState entry={entry} messages={messages} />
              {entry.state === 'reading' ? (
                <progress className="pg-progress" max={1} {...valueOf(entry)} />
              ) : null}
              {entry.warnings.map((warning, index) => (
                <span key={index} className="pg-import-warning">
                  <TriangleAlert aria-hidden="true" />
                  {warning.line === null ? '' : `${messages.line(warning.line)}: `}
                  {warning.message}
                </span>
              ))}
              <span className="pg-import-actions">
                {entry.sessionId === null ? null : (
                  <button type="button" className="pg-link" onClick={() => onOpen(entry.sessionId ?? '')}>
                    {messages.open}
                  </button>
                )}
                {entry.failure?.code === 'SESSION_ALREADY_EXISTS' ? (
                  <button type="button" className="pg-link" onClick={() => queue.addCopy(entry.number)}>
                    {messages.importCopy}
                  </button>
                ) : null}
                {entry.state === 'reading' ? (
                  <button type="button" className="pg-link" onClick={() => queue.stop(entry.number)}>
                    {messages.stop}
                  </button>
                ) : null}
              </span>
            </div>
            <button
              type="button"
              className="pg-icon-button"
              aria-label={messages.dismiss}
              onClick={() => queue.dismiss(entry.number)}
            >
              <X aria-hidden="true" />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function ImportState({
  entry,
  messages,
}: {
  readonly entry: ImportEntry;
  readonly messages: PlaygroundMessages;
}): JSX.Element {
  const { failure } = entry;
  switch (entry.state) {
    case 'waiting':
      return <span className="pg-faint">{messages.waiting}</span>;
    case 'reading':
      return <span className="pg-faint">{messages.reading(entry.events)}</span>;
    case 'done':
      return <span className="pg-faint">{messages.done(entry.events, entry.sharedEvents)}</span>;
    case 'stopped':
      return <span className="pg-faint">{messages.stopped}</span>;
    case 'failed':
      return (
        <span className="pg-import-failure">
          {failure === null || failure.line === null ? '' : `${messages.line(failure.line)}: `}
          {failure?.message}
          {failure === null || failure.code === null ? null : <code>{failure.code}</code>}
        </span>
      );
  }
}

function iconFor({ state, warnings }: ImportEntry): JSX.Element {
  if (state === 'failed') return <CircleAlert />;
  if (state === 'stopped') return <CircleSlash />;
  if (state === 'done') return warnings.length === 0 ? <CircleCheck /> : <TriangleAlert />;
  return <LoaderCircle className="pg-spinning" />;
}

function valueOf({ progress }: ImportEntry): { value?: number } {
  return progress === null ? {} : { value: progress };
}
