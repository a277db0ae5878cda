import { useState, useSyncExternalStore, type JSX } from 'react';
import type { PlaygroundMessages } from '../playground-messages.ts';
import { newVersion } from './new-version.ts';
import './new-version-notice.css';

/** Says that a new version is ready. It is the reader who reloads: a turn may be running. */
export function NewVersionNotice({ messages }: { readonly messages: PlaygroundMessages }): JSX.Element {
  const ready = useSyncExternalStore(newVersion.subscribe, newVersion.getSnapshot);
  const [later, setLater] = useState(false);
  return (
    <div role="status" className="pg-new-version" data-shown={(ready && !later) || undefined}>
      {ready && !later ? (
        <>
          <span>{messages.newVersion.ready}</span>
          <button type="button" className="pg-button pg-button-main" onClick={() => newVersion.take()}>
            {messages.newVersion.reload}
          </button>
          <button type="button" className="pg-button" onClick={() => setLater(true)}>
            {messages.newVersion.later}
          </button>
        </>
      ) : null}
    </div>
  );
}
