import { useEffect, useRef, type JSX, type ReactNode } from 'react';

interface PlaygroundDialogProps {
  readonly className?: string;
  readonly titleId: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** The browser's own modal dialog, open as long as it is drawn. */
export function PlaygroundDialog({
  className = 'pg-dialog',
  titleId,
  onClose,
  children,
}: PlaygroundDialogProps): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null);

  useEffect(() => {
    const element = dialog.current;
    if (element?.open === false) element.showModal();
    return () => element?.close();
  }, []);

  return (
    <dialog
      ref={dialog}
      className={className}
      aria-labelledby={titleId}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      {children}
    </dialog>
  );
}
