import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CalculationError, calculateBasic } from '../../../engine/src/index.ts';
import { findMaterial } from '../../../engine/src/library/find-material.ts';
import { numbersFrom } from '../arbitrary-system.ts';
import { defaultLibrary } from '../default-library.ts';

const library = await defaultLibrary();
const NAMES = 250;
const next = numbersFrom(11);

/** Three words of twelve letters that nobody has written. */
function unknownNames(): readonly string[] {
  const letter = () => String.fromCharCode(97 + Math.floor(26 * next()));
  const word = () => Array.from({ length: 12 }, letter).join('');
  return Array.from({ length: NAMES }, () => [word(), word(), word()].join(' '));
}

function leastCpuUs(work: (names: readonly string[]) => unknown): number {
  const rounds = Array.from({ length: 3 }, () => {
    const names = unknownNames();
    const start = process.threadCpuUsage();
    work(names);
    const { user, system } = process.threadCpuUsage(start);
    return user + system;
  });
  return Math.min(...rounds);
}

/** The refusal of a product of unknown materials names each with what is near it. */
function refuse(names: readonly string[]): void {
  const components = names.map((material) => ({ material, massKg: 1 }));
  assert.throws(
    () => calculateBasic({ id: 'p', name: 'Unknown', components }, library),
    (error) => error instanceof CalculationError && error.problems.length === NAMES,
  );
}

test('a product of 250 unknown materials is refused in about the time that it takes to look for them', () => {
  const findAll = (names: readonly string[]) => {
    for (const name of names)
      assert.equal(findMaterial(library, name, undefined, undefined, 'kg'), undefined);
  };
  const ratio = leastCpuUs(refuse) / leastCpuUs(findAll);
  assert.ok(ratio < 9, `${ratio} times`);
});
