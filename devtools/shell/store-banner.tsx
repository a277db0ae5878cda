import { useSyncExternalStore, type JSX } from 'react';
import { TriangleAlert, X } from 'lucide-react';
import type { StoreWarning } from '../data/devtools-store.ts';
import type { StoreNotices } from '../data/store-notices.ts';
import { useMessages } from '../i18n/messages.ts';
import { IconButton } from './icon-button.tsx';
import { usePanelServices } from './panel-services.ts';

/** What people should know of this browser and its storage, above everything else, until they put it away. */
export function StoreBanner({ notices }: { readonly notices: StoreNotices }): JSX.Element | null {
  const warnings = useSyncExternalStore(notices.subscribe, notices.getSnapshot);
  if (warnings.length === 0) return null;
  return (
    <div className="store-banners">
      {warnings.map((warning) => (
        <Banner key={warning.code} warning={warning} onDismiss={() => notices.dismiss(warning.code)} />
      ))}
    </div>
  );
}

interface BannerProps {
  readonly warning: StoreWarning;
  readonly onDismiss: () => void;
}

function Banner({ warning, onDismiss }: BannerProps): JSX.Element {
  const messages = useMessages();
  const { store, announce } = usePanelServices();
  const { title, hint } = messages.banner.of[warning.code];
  const isLoss = warning.code === 'STORAGE_EVICTED' || warning.code === 'STORAGE_CLEARED';

  const persist = async (): Promise<void> => {
    const kept = (await store.persist?.()) ?? false;
    if (kept) {
      announce(messages.banner.persisted, 'success');
      onDismiss();
    } else announce(messages.banner.notPersisted);
  };

  return (
    <div className="store-banner" role={isLoss ? 'alert' : 'note'} data-code={warning.code}>
      <TriangleAlert aria-hidden="true" />
      <p className="store-banner-text">
        <strong>{title}</strong> {hint}
      </p>
      {warning.code === 'STORAGE_EVICTED' && store.persist !== undefined ? (
        <button type="button" className="button button-small" onClick={() => void persist()}>
          {messages.banner.persist}
        </button>
      ) : null}
      <IconButton label={messages.banner.dismiss(title)} icon={<X />} onClick={onDismiss} />
    </div>
  );
}
