/** Making one costs a thousand times more than using it. */
const CLOCK = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit' });

const RELATIVE_STEPS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['minute', 60_000],
  ['hour', 3_600_000],
  ['day', 86_400_000],
  ['month', 30 * 86_400_000],
  ['year', 365 * 86_400_000],
];

/** "3 hours ago", to the largest whole unit. Both in epoch ms. */
export function relativeTime(locale: string, time: number, now: number): string {
  const distance = time - now;
  const format = new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'short' });
  const step = RELATIVE_STEPS.findLast(([, size]) => Math.abs(distance) >= size);
  if (step === undefined) return format.format(0, 'second');
  return format.format(Math.trunc(distance / step[1]), step[0]);
}

/** A length of time in ms, to three digits. */
export function durationText(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1_000).toFixed(ms < 10_000 ? 2 : 1)} s`;
  if (ms < 3_600_000) return `${Math.floor(ms / 60_000)} min ${Math.round((ms % 60_000) / 1_000)} s`;
  return `${Math.floor(ms / 3_600_000)} h ${Math.round((ms % 3_600_000) / 60_000)} min`;
}

/** Clock time to the second, in the reader's time zone. */
export function clockTime(time: number): string {
  return isDate(time) ? CLOCK.format(time) : String(time);
}

/** Date and clock time, in the reader's time zone. */
export function dateAndTime(locale: string, time: number): string {
  if (!isDate(time)) return String(time);
  return new Date(time).toLocaleString(locale, {
    dateStyle: 'medium',
    timeStyle: 'medium',
    hourCycle: 'h23',
  });
}

/** Whether a number of ms can be a date at all: logs hold any number. */
function isDate(time: number): boolean {
  return Number.isFinite(time) && Math.abs(time) <= 8.64e15;
}
