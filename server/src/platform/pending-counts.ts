type PendingCounts<Count> = {
  readonly nameOf: (count: Count) => string;
  /** Adds to a count that waits already. */
  readonly addTo: (known: Count, count: Count) => void;
  readonly save: (batch: readonly Count[]) => Promise<void>;
  readonly onError: (error: unknown) => void;
};

/** Counts that wait for the next write, one for each name. */
export function pendingCounts<Count>({ nameOf, addTo, save, onError }: PendingCounts<Count>) {
  let counts = new Map<string, Count>();
  const add = (count: Count): void => {
    const name = nameOf(count);
    const known = counts.get(name);
    if (known === undefined) counts.set(name, count);
    else addTo(known, count);
  };
  const write = async (): Promise<void> => {
    const batch = [...counts.values()];
    if (batch.length === 0) return;
    counts = new Map();
    try {
      await save(batch);
    } catch (error) {
      // Kept for the next time: a database that was away for a moment costs no count.
      for (const count of batch) add(count);
      onError(error);
    }
  };
  return { add, write };
}
