import fc from 'fast-check';
import { expect, it } from 'vitest';
import { hashOf, placeIn } from '../../../../devtools/playground/page-place.ts';

it('every place comes back from its address', () => {
  const name = fc.option(fc.string({ minLength: 1, unit: 'grapheme' }), { nil: null });
  const event = fc.option(fc.maxSafeNat(), { nil: null });
  fc.assert(
    fc.property(fc.record({ session: name, event, beside: name }), (place) => {
      expect(placeIn(hashOf(place))).toEqual(place);
    }),
  );
});

it.each([
  '',
  '#',
  '#session=',
  '#session=%E0%A4%A',
  '#event=-1',
  '#event=1.5',
  '#event=x',
  '#=&&=',
  '#__proto__=1',
])('takes nothing from %s', (hash) => {
  expect(placeIn(hash)).toEqual({ session: null, event: null, beside: null });
});
