import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Page } from '../platform/database/index.ts';
import { encodeCursor } from '../rules/inputs/cursor.ts';
import { connectionOf, type ListSource } from './connection.ts';

const CONTEXT = {
  scope: { organizationId: '018f0000-0000-7000-8000-000000000001', environment: 'LIVE' },
  services: { cursorKey: '01'.repeat(32) },
} as const;
const LIST = 'numbers';

function sourceOf(numbers: readonly number[]): ListSource<number> {
  return {
    list: LIST,
    load: async ({ limit, isBackward, from }: Page) => {
      const [key = 0] = from?.key ?? [];
      const walk = isBackward ? numbers.toReversed() : numbers;
      const isBeyond = (value: number) =>
        from === undefined ||
        (from.isInclusive && value === key) ||
        (isBackward ? value < Number(key) : value > Number(key));
      return walk.filter(isBeyond).slice(0, limit);
    },
    key: (value) => [value],
    count: async () => ({ total: numbers.length, isExact: true }),
  };
}

test('every page reports its rows and whether others exist on both sides', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(fc.integer({ min: 0, max: 30 }), { maxLength: 12 }),
      fc.integer({ min: 0, max: 5 }),
      // A cursor stays valid when its row is gone: it may point between rows.
      fc.option(fc.integer({ min: -1, max: 31 })),
      fc.boolean(),
      async (unsorted, size, position, isBackward) => {
        const numbers = unsorted.toSorted((a, b) => a - b);
        const cursor = position === null ? undefined : encodeCursor(CONTEXT, LIST, [position]);
        const args = isBackward ? { last: size, before: cursor } : { first: size, after: cursor };
        const { edges, pageInfo } = await connectionOf(CONTEXT, args, sourceOf(numbers));

        const beyond = numbers.filter(
          (value) => position === null || (isBackward ? value < position : value > position),
        );
        const page = isBackward
          ? beyond.slice(Math.max(0, beyond.length - size))
          : beyond.slice(0, size);
        assert.deepEqual(
          edges.map(({ node }) => node),
          page,
        );
        const isMoreBeyond = beyond.length > page.length;
        const isMoreBehind = beyond.length < numbers.length;
        assert.equal(await pageInfo.hasNextPage(), isBackward ? isMoreBehind : isMoreBeyond);
        assert.equal(await pageInfo.hasPreviousPage(), isBackward ? isMoreBeyond : isMoreBehind);
      },
    ),
  );
});
