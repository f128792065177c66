/** Time that long work may take before other requests get the event loop. */
const SLICE_MS = 8;
/** Most pieces of work that go on in one turn. */
const MOST_TOGETHER = 64;

let startedAtMs: number | undefined;

/** True if long work has had its slice of this turn: what remains waits for `nextTurn`. */
export function isTurnOver(): boolean {
  const nowMs = performance.now();
  if (startedAtMs === undefined) {
    startedAtMs = nowMs;
    setImmediate(endTurn);
  }
  return nowMs - startedAtMs > SLICE_MS;
}

function endTurn(): void {
  startedAtMs = undefined;
}

const waiting: (() => void)[] = [];
let together = 1;
let resumedAtMs = 0;

/**
 * Waits until other requests had their turn. What waits goes on in order, as many pieces at a time as fit
 * into a slice.
 */
export function nextTurn(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  waiting.push(resolve);
  if (waiting.length === 1) {
    together = 1;
    resumedAtMs = performance.now();
    setImmediate(resume);
  }
  return promise;
}

/** A value for each item, one after the other, with turns of other requests in between. */
export async function mapInTurns<Item, Value>(
  items: Iterable<Item>,
  map: (item: Item, at: number) => Value | Promise<Value>,
): Promise<Value[]> {
  const values: Value[] = [];
  for (const item of items) {
    // The turn begins with this item, and the next one waits if it was long.
    while (isTurnOver()) await nextTurn();
    values.push(await map(item, values.length));
  }
  return values;
}

function resume(): void {
  for (const goOn of waiting.splice(0, together)) goOn();
  if (waiting.length > 0) setImmediate(adapt);
}

function adapt(): void {
  const nowMs = performance.now();
  together =
    nowMs - resumedAtMs > SLICE_MS
      ? Math.max(1, together >> 1)
      : Math.min(2 * together, MOST_TOGETHER);
  resumedAtMs = nowMs;
  resume();
}
