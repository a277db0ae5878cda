import type { JSX } from 'react';
import {
  Columns2,
  Copy,
  CornerLeftUp,
  Download,
  GitFork,
  Pencil,
  Pin,
  PinOff,
  Tags,
  Trash2,
} from 'lucide-react';
import type { SessionSummary } from '../../data/devtools-store.ts';
import { useMessages } from '../../i18n/messages.ts';
import { Menu, type MenuItem, type MenuPlace } from '../../shell/menu.tsx';
import type { SessionAction } from './session-actions.ts';
import { titleOf } from './session-title.ts';

interface SessionMenuProps {
  readonly summary: SessionSummary;
  readonly place: MenuPlace;
  readonly parentIsListed: boolean;
  readonly onAction: (action: SessionAction) => void;
  readonly onClose: () => void;
}

/** Everything that can be done with one session. */
export function SessionMenu({
  summary,
  place,
  parentIsListed,
  onAction,
  onClose,
}: SessionMenuProps): JSX.Element {
  const messages = useMessages();
  const { sessions, fork, trash, shortcuts } = messages;
  const item = (
    id: SessionAction,
    label: string,
    icon: JSX.Element,
    rest: Partial<MenuItem> = {},
  ): MenuItem => ({ id, label, icon, ...rest, onChoose: () => onAction(id) });

  const origin =
    summary.header.parentSession === undefined
      ? []
      : [
          item('goToOrigin', sessions.goToOrigin, <CornerLeftUp />, {
            shortcut: 'O',
            unavailable: parentIsListed ? null : messages.timeline.parentGone,
          }),
        ];
  return (
    <Menu
      label={sessions.menuOf(titleOf(summary, messages))}
      place={place}
      onClose={onClose}
      groups={[
        [
          item('forkLatest', fork.latest, <GitFork />, {
            shortcut: 'F',
            unavailable: summary.lastForkPoint === null ? fork.nowhere : null,
          }),
          ...origin,
        ],
        [
          item('rename', sessions.rename, <Pencil />, { shortcut: 'F2' }),
          item('pin', summary.pinned ? sessions.unpin : sessions.pin, summary.pinned ? <PinOff /> : <Pin />, {
            shortcut: 'P',
          }),
          item('label', sessions.label, <Tags />, { shortcut: 'L' }),
        ],
        [item('compare', messages.compare.open, <Columns2 />, { shortcut: 'C' })],
        [item('copyId', sessions.copyId, <Copy />), item('export', sessions.export, <Download />)],
        [
          item('trash', trash.move, <Trash2 />, {
            shortcut: shortcuts.key['Delete'] ?? 'Delete',
            danger: true,
          }),
        ],
      ]}
    />
  );
}
