import type { JSX } from 'react';
import {
  Bot,
  CircleDot,
  Footprints,
  GitBranch,
  Layers2,
  MessageSquareDashed,
  Tag,
  User,
  Wrench,
} from 'lucide-react';
import type { TimelineRow } from '../../data/timeline-rows.ts';

/** The row's mark on the rail: a shape of its own for each kind, so that colour is not all that tells them apart. */
export function RowIcon({ row }: { readonly row: TimelineRow }): JSX.Element | null {
  switch (row.kind) {
    case 'turn':
      // A number that is too long for the rail stands only in the row's text.
      return (
        <span className="node node-turn" data-small={row.turn > 99 || undefined}>
          {row.turn < 1_000 ? row.turn : null}
        </span>
      );
    case 'turn-end':
      return (
        <span className="node node-fork" data-reason={row.reason.kind}>
          <GitBranch />
        </span>
      );
    case 'user':
      return row.origin === 'person' ? (
        <span className="node node-user">
          <User />
        </span>
      ) : (
        <span className="node node-injected">
          <MessageSquareDashed />
        </span>
      );
    case 'assistant':
      return (
        <span className="node node-assistant" data-phase={row.phase}>
          <Bot />
        </span>
      );
    case 'tool':
      return (
        <span className="node node-tool" data-outcome={row.outcome}>
          <Wrench />
        </span>
      );
    case 'compaction':
      return (
        <span className="node node-compaction">
          <Layers2 />
        </span>
      );
    case 'step':
      return (
        <span className="node node-small node-step">
          <Footprints />
        </span>
      );
    case 'title':
      return (
        <span className="node node-small">
          <Tag />
        </span>
      );
    case 'event':
      return (
        <span className="node node-small" data-tone={row.tone}>
          <CircleDot />
        </span>
      );
    case 'delta':
      return <span className="node node-dot" />;
    default:
      return null;
  }
}
