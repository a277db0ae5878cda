import { memo, useCallback, useMemo, useRef, useState, type JSX } from 'react';
import { X } from 'lucide-react';
import type { OverviewInput } from '../../data/overview-columns.ts';
import { turnAt, turnCount, turnIndexOf, type OverviewTurns } from '../../data/overview-turns.ts';
import type { SeqRange, TimelineSnapshot } from '../../data/timeline-model.ts';
import { useMessages } from '../../i18n/messages.ts';
import { onOverviewKey } from './overview-keys.ts';
import { turnText } from './overview-text.ts';
import { useOverviewCanvas } from './use-overview-canvas.ts';
import { useOverviewPointer } from './use-overview-pointer.ts';

interface OverviewStripProps {
  readonly snapshot: TimelineSnapshot;
  readonly title: string;
  /** Whether something is being appended. */
  readonly running: boolean;
  readonly forkedAt: Iterable<number>;
  /** What the list shows right now. */
  readonly view: SeqRange;
  readonly onGoTo: (seq: number) => void;
  /** Null shows the whole session. */
  readonly onZoom: (range: SeqRange | null) => void;
}

/**
 * The whole session in one strip: how dense its events are, what failed, where turns end, where forks left, what was
 * inherited and what the list shows. A click goes there; dragging zooms the list to a part.
 */
export const OverviewStrip = memo(function OverviewStrip(props: OverviewStripProps): JSX.Element {
  const { snapshot, title, running, forkedAt, view, onGoTo, onZoom } = props;
  const { forkPoints, openTurn, seq, zoom, header } = snapshot;
  const messages = useMessages();
  const canvas = useRef<HTMLCanvasElement>(null);
  const [chosen, setChosen] = useState<number | null>(null);
  const extending = useRef<number | null>(null);
  const seedLength = header?.parentSession === undefined ? 0 : (header.seedLength ?? 0);

  const input = useMemo<OverviewInput>(
    () => ({ forkPoints, open: openTurn, seq, forkedAt }),
    [forkPoints, openTurn, seq, forkedAt],
  );
  useOverviewCanvas(canvas, input, seedLength);

  const turns = useMemo<OverviewTurns>(() => ({ forkPoints, open: openTurn }), [forkPoints, openTurn]);
  const count = turnCount(turns);
  const at = Math.min(chosen ?? turnIndexOf(turns, view.from), Math.max(0, count - 1));

  const zoomTo = useCallback(
    (from: number, to: number) => onZoom(rangeOfTurns(turns, seq, Math.min(from, to), Math.max(from, to))),
    [turns, seq, onZoom],
  );
  const { brush, pointed, handlers } = useOverviewPointer({
    seq,
    onGoTo: (target) => {
      setChosen(turnIndexOf(turns, target));
      onGoTo(target);
    },
    onBrush: (from, to) => {
      setChosen(null);
      zoomTo(turnIndexOf(turns, from), turnIndexOf(turns, to));
    },
    onClear: () => onZoom(null),
  });

  const onKeyDown = (event: React.KeyboardEvent<HTMLElement>): void =>
    onOverviewKey(event, {
      at,
      count,
      moveTo: (index, extend) => {
        setChosen(index);
        extending.current = extend ? (extending.current ?? at) : null;
        if (extend) zoomTo(extending.current ?? at, index);
        const turn = turnAt(turns, index);
        if (turn !== null) onGoTo(turn.from);
      },
      zoom: () => zoomTo(at, at),
      clear: () => {
        extending.current = null;
        if (zoom === null) return false;
        onZoom(null);
        return true;
      },
    });

  const shownZoom = brush ?? zoom;
  const told = pointed === null ? at : turnIndexOf(turns, pointed);
  return (
    <div className="overview">
      <div
        className="overview-strip"
        role="slider"
        tabIndex={0}
        aria-label={messages.overview.label(title)}
        aria-description={messages.overview.hint}
        aria-orientation="horizontal"
        aria-valuemin={Math.min(1, count)}
        aria-valuemax={count}
        aria-valuenow={count === 0 ? 0 : at + 1}
        aria-valuetext={turnText(turns, at, running, messages)}
        onKeyDown={onKeyDown}
        onBlur={() => setChosen(null)}
        {...handlers}
      >
        <canvas ref={canvas} className="overview-canvas" aria-hidden="true" />
        {shownZoom === null ? null : <Span className="overview-zoom" range={shownZoom} seq={seq} />}
        <Span className="overview-view" range={view} seq={seq} />
      </div>
      <div className="overview-line">
        <span className="overview-told" aria-hidden="true">
          {turnText(turns, told, running, messages)}
        </span>
        {zoom === null ? null : (
          <button type="button" className="overview-all" onClick={() => onZoom(null)}>
            {messages.overview.zoomed(
              turnIndexOf(turns, zoom.from) + 1,
              turnIndexOf(turns, zoom.to) + 1,
              count,
            )}
            <span className="overview-all-action">{messages.overview.showAll}</span>
            <X aria-hidden="true" />
          </button>
        )}
      </div>
    </div>
  );
});

/** A stretch of the strip, placed in parts of its width, so that it follows each change of size by itself. */
function Span({
  className,
  range,
  seq,
}: {
  readonly className: string;
  readonly range: SeqRange;
  readonly seq: number;
}): JSX.Element {
  const left = seq === 0 ? 0 : Math.min(1, range.from / seq);
  const width = seq === 0 ? 1 : Math.min(1 - left, (range.to - range.from + 1) / seq);
  return (
    <div
      className={className}
      aria-hidden="true"
      style={{ left: `${left * 100}%`, width: `${width * 100}%` }}
    />
  );
}

/** From the first event of one turn to the last of another. */
function rangeOfTurns(turns: OverviewTurns, seq: number, first: number, last: number): SeqRange | null {
  const from = turnAt(turns, first);
  const to = turnAt(turns, last);
  return from === null || to === null ? null : { from: from.from, to: to.forkPoint?.seq ?? seq - 1 };
}
