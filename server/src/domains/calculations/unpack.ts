import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Assumption, Contribution } from '@trackway/engine';
import {
  type Items,
  parseInTurns,
  unpackText,
  unpackWithoutItems,
} from '../../platform/json/index.ts';
import { ApiError } from '../../rules/errors/api-error.ts';
import type { CalculationResult } from './model.ts';

const LONG_LISTS = ['contributions', 'assumptions'] as const;
const longLists: ReadonlySet<string> = new Set(LONG_LISTS);

/** A result whose long lists are parsed as they are read. */
export type UnpackedResult = Omit<CalculationResult, (typeof LONG_LISTS)[number]> & {
  readonly contributions: Items<Contribution>;
  readonly assumptions: Items<Assumption>;
};

export function readResult(text: string): Promise<UnpackedResult> {
  return parseInTurns(text, longLists);
}

/** The figures of a result, without its long lists, in turns of the event loop. */
export function unpackFigures(
  packed: Uint8Array,
): Promise<Omit<CalculationResult, (typeof LONG_LISTS)[number]>> {
  return unpackWithoutItems(packed, longLists);
}

/** Characters of JSON that one request unpacks: as many as it may answer. */
const MOST_CHARACTERS = 8 * 1024 ** 2;

type Read<Value> = (text: string) => Promise<Value> | Value;

/**
 * Unpacks the results and snapshots of one request, one after the other with turns of other requests in
 * between: each takes milliseconds, and a page has a hundred.
 */
class Unpacking {
  #characters = 0;
  #last: Promise<unknown> = Promise.resolve();

  unpack<Value>(packed: Uint8Array, read: Read<Value>): Promise<Value> {
    const next = this.#last.then(() => this.#unpackOne(packed, read));
    this.#last = next.catch(() => {});
    return next;
  }

  async #unpackOne<Value>(packed: Uint8Array, read: Read<Value>): Promise<Value> {
    // The first is always given, however large it is.
    if (this.#characters > MOST_CHARACTERS) throw tooMuch();
    const text = await unpackText(packed);
    this.#characters += text.length;
    const value = await read(text);
    await nextTurn();
    return value;
  }
}

function tooMuch(): ApiError {
  return new ApiError(
    'QUERY_TOO_COMPLEX',
    `The results and snapshots of this request have more than ${MOST_CHARACTERS / 1024 ** 2} MB; ask for fewer calculations at a time.`,
  );
}

const unpackings = new WeakMap<object, Unpacking>();

/** Values of packed JSON by id, each unpacked once in a request; null if the id has none. */
export function defineUnpacked<Value, Request extends object>(
  packedOf: (request: Request, id: string) => Promise<Uint8Array | null | undefined>,
  read: Read<Value>,
): (request: Request, id: string) => Promise<Value | null> {
  const known = new WeakMap<Request, Map<string, Promise<Value | null>>>();
  const unpackedOf = async (request: Request, id: string): Promise<Value | null> => {
    const packed = await packedOf(request, id);
    if (packed === null || packed === undefined) return null;
    const unpacking = unpackings.getOrInsertComputed(request, () => new Unpacking());
    return unpacking.unpack(packed, read);
  };
  return (request, id) => {
    const values = known.getOrInsertComputed(request, () => new Map());
    return values.getOrInsertComputed(id, () => unpackedOf(request, id));
  };
}
