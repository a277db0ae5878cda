/** One message of a turn, as far as a comparison tells them apart. */
export interface ComparedMessage {
  readonly seq: number;
  readonly role: string;
  readonly text: string;
}

export type MessageDifference =
  | { readonly kind: 'same' | 'changed'; readonly left: ComparedMessage; readonly right: ComparedMessage }
  | { readonly kind: 'only-left'; readonly left: ComparedMessage }
  | { readonly kind: 'only-right'; readonly right: ComparedMessage };

export interface TurnDifference {
  /** Which turn after the common prefix, from 0. */
  readonly index: number;
  readonly kind: 'same' | 'changed' | 'only-left' | 'only-right';
  readonly messages: readonly MessageDifference[];
}

/** Above so many pairs of messages a turn is aligned by place: the table of all pairs would be too large. */
const MOST_PAIRS = 250_000;

/** Aligns what two sessions have after their common prefix: turn by turn, and within a turn message by message. */
export function alignTurns(
  left: readonly (readonly ComparedMessage[])[],
  right: readonly (readonly ComparedMessage[])[],
): readonly TurnDifference[] {
  return Array.from({ length: Math.max(left.length, right.length) }, (_, index) => {
    const messages = alignMessages(left[index] ?? [], right[index] ?? []);
    const ended = index >= left.length ? 'only-right' : index >= right.length ? 'only-left' : null;
    const differs = messages.some(({ kind }) => kind !== 'same');
    return { index, kind: ended ?? (differs ? 'changed' : 'same'), messages };
  });
}

/** Aligns messages: equal ones by their longest common sequence; between those, one role's with the same role's. */
export function alignMessages(
  left: readonly ComparedMessage[],
  right: readonly ComparedMessage[],
): readonly MessageDifference[] {
  const differences: MessageDifference[] = [];
  let fromLeft = 0;
  let fromRight = 0;
  for (const [atLeft, atRight] of [...equalPairs(left, right), [left.length, right.length] as const]) {
    differences.push(...pairByRole(left.slice(fromLeft, atLeft), right.slice(fromRight, atRight)));
    const one = left[atLeft];
    const other = right[atRight];
    if (one !== undefined && other !== undefined) differences.push({ kind: 'same', left: one, right: other });
    fromLeft = atLeft + 1;
    fromRight = atRight + 1;
  }
  return differences;
}

/** Indexes of what is not the same, to walk from one to the next. */
export function differingTurns(turns: readonly TurnDifference[]): readonly number[] {
  return turns.filter(({ kind }) => kind !== 'same').map(({ index }) => index);
}

function isEqual(one: ComparedMessage | undefined, other: ComparedMessage | undefined): boolean {
  return one !== undefined && one.role === other?.role && one.text === other.text;
}

function equalPairs(
  left: readonly ComparedMessage[],
  right: readonly ComparedMessage[],
): readonly (readonly [number, number])[] {
  const width = right.length + 1;
  if (left.length * right.length > MOST_PAIRS)
    return left.flatMap((message, index) =>
      isEqual(message, right[index]) ? [[index, index] as const] : [],
    );
  const common = new Uint32Array((left.length + 1) * width);
  const at = (row: number, column: number): number => common[row * width + column] ?? 0;
  for (let row = left.length - 1; row >= 0; row -= 1)
    for (let column = right.length - 1; column >= 0; column -= 1)
      common[row * width + column] = isEqual(left[row], right[column])
        ? at(row + 1, column + 1) + 1
        : Math.max(at(row + 1, column), at(row, column + 1));
  const pairs: (readonly [number, number])[] = [];
  let row = 0;
  let column = 0;
  while (row < left.length && column < right.length) {
    if (isEqual(left[row], right[column])) {
      pairs.push([row, column]);
      row += 1;
      column += 1;
    } else if (at(row + 1, column) >= at(row, column + 1)) row += 1;
    else column += 1;
  }
  return pairs;
}

function pairByRole(
  left: readonly ComparedMessage[],
  right: readonly ComparedMessage[],
): readonly MessageDifference[] {
  const differences: MessageDifference[] = [];
  let next = 0;
  for (const one of left) {
    const partner = right.findIndex(({ role }, index) => index >= next && role === one.role);
    const other = right[partner];
    if (other === undefined) {
      differences.push({ kind: 'only-left', left: one });
      continue;
    }
    for (const skipped of right.slice(next, partner))
      differences.push({ kind: 'only-right', right: skipped });
    differences.push({ kind: 'changed', left: one, right: other });
    next = partner + 1;
  }
  for (const rest of right.slice(next)) differences.push({ kind: 'only-right', right: rest });
  return differences;
}
