import { useEffect, useState, type JSX } from 'react';
import { FileDown } from 'lucide-react';
import type { PlaygroundMessages } from './playground-messages.ts';
import './drop-zone.css';

interface DropZoneProps {
  readonly messages: PlaygroundMessages;
  readonly onFiles: (files: readonly File[]) => void;
}

/** The whole page takes dropped files; the overlay says so while some are dragged over it. */
export function DropZone({ messages, onFiles }: DropZoneProps): JSX.Element | null {
  const [dragging, setDragging] = useState(false);

  useEffect(() => {
    const carriesFiles = (event: DragEvent): boolean => event.dataTransfer?.types.includes('Files') === true;
    const over = (event: DragEvent): void => {
      if (!carriesFiles(event)) return;
      event.preventDefault();
      setDragging(true);
    };
    const leave = (event: DragEvent): void => {
      if (event.relatedTarget === null) setDragging(false);
    };
    const drop = (event: DragEvent): void => {
      if (!carriesFiles(event)) return;
      event.preventDefault();
      setDragging(false);
      onFiles([...(event.dataTransfer?.files ?? [])]);
    };
    addEventListener('dragover', over);
    addEventListener('dragleave', leave);
    addEventListener('drop', drop);
    return () => {
      removeEventListener('dragover', over);
      removeEventListener('dragleave', leave);
      removeEventListener('drop', drop);
    };
  }, [onFiles]);

  if (!dragging) return null;
  return (
    <div className="pg-drop" aria-hidden="true">
      <div className="pg-drop-card">
        <FileDown />
        <strong>{messages.dropHere}</strong>
        <span className="pg-faint">{messages.dropHint}</span>
      </div>
    </div>
  );
}
