import type { CSSProperties, JSX } from 'react';
import { ChevronsDownUp, ChevronsUpDown } from 'lucide-react';
import type { FoldedForksLine } from '../../data/lineage-rows.ts';
import { useMessages } from '../../i18n/messages.ts';
import { LineageRails, railWidth } from './lineage-rails.tsx';

interface FoldedForksRowProps {
  readonly row: FoldedForksLine;
  readonly index: number;
  readonly active: boolean;
  readonly style: CSSProperties;
  readonly onToggle: () => void;
  readonly onFocus: () => void;
}

/** The line that stands for many forks, and unfolds and folds them. */
export function FoldedForksRow({
  row,
  index,
  active,
  style,
  onToggle,
  onFocus,
}: FoldedForksRowProps): JSX.Element {
  const { sessions } = useMessages();
  return (
    <div
      data-index={index}
      className="folded-forks"
      style={style}
      role="treeitem"
      aria-level={row.depth + 1}
      aria-posinset={row.position}
      aria-setsize={row.siblings}
      aria-selected={false}
      tabIndex={active ? 0 : -1}
      onClick={onToggle}
      onFocus={onFocus}
    >
      <LineageRails row={row} />
      <span className="folded-forks-text" style={{ marginInlineStart: railWidth(row.depth) }}>
        {row.unfolded ? <ChevronsDownUp aria-hidden="true" /> : <ChevronsUpDown aria-hidden="true" />}
        {row.unfolded ? sessions.foldForks : sessions.moreForks(row.forks)}
      </span>
    </div>
  );
}
