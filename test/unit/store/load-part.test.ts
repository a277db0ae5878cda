import { expect, test } from 'vitest';
import { PartNotLoadedError } from '../../../lib/index.ts';
import { loadPart } from '../../../lib/store/load-part.ts';
import { refusalOf } from '../../fixtures/refusal.ts';

test('a part that cannot be fetched is a typed error that keeps the cause', async () => {
  const cause = new TypeError('Failed to fetch dynamically imported module');
  const error = await refusalOf(
    loadPart(() => Promise.reject(cause)),
    PartNotLoadedError,
  );
  expect([error.code, error.cause]).toEqual(['PART_NOT_LOADED', cause]);
  expect(await loadPart(() => Promise.resolve(7))).toBe(7);
});
