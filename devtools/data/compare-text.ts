/** A piece of a comparison of two texts. */
export interface TextPart {
  readonly kind: 'same' | 'added' | 'removed';
  readonly text: string;
}

/** Longer texts, in characters together, are not taken apart. */
const MOST_TEXT = 200_000;
const MOST_EDITS = 2_000;
/** How long, in ms, one pair of texts may take. */
const PATIENCE = 50;

/** What differs between two texts, word by word; where that would cost too much, all of the one and all of the other. */
export async function compareTexts(left: string, right: string): Promise<readonly TextPart[]> {
  if (left === right) return left === '' ? [] : [{ kind: 'same', text: left }];
  if (left.length + right.length > MOST_TEXT) return wholeTexts(left, right);
  const { diffWordsWithSpace } = await import('diff');
  const changes = diffWordsWithSpace(left, right, { maxEditLength: MOST_EDITS, timeout: PATIENCE });
  if (changes === undefined) return wholeTexts(left, right);
  return changes.map(({ added, removed, value }) => ({
    kind: added ? 'added' : removed ? 'removed' : 'same',
    text: value,
  }));
}

function wholeTexts(left: string, right: string): readonly TextPart[] {
  const parts: readonly TextPart[] = [
    { kind: 'removed', text: left },
    { kind: 'added', text: right },
  ];
  return parts.filter(({ text }) => text !== '');
}
