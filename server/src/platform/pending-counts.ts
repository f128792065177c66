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
  let saving: ReadonlyMap<string, Count> = new Map();
  let writing = Promise.resolve();
  const add = (count: Count): void => {
    const name = nameOf(count);
    const known = counts.get(name);
    if (known === undefined) counts.set(name, count);
    else addTo(known, count);
  };
  const writeNext = async (): Promise<void> => {
    if (counts.size === 0) return;
    saving = counts;
    counts = new Map();
    const batch = [...saving.values()];
    try {
      await save(batch);
    } catch (error) {
      // Kept for the next time: a database that was away for a moment costs no count.
      for (const count of batch) add(count);
      onError(error);
    } finally {
      saving = new Map();
    }
  };
  return {
    add,
    write: (): Promise<void> => {
      writing = writing.then(writeNext);
      return writing;
    },
    /** Counts that are not known to be saved: waiting, or being saved now. */
    unsaved: (name: string): readonly Count[] =>
      [counts.get(name), saving.get(name)].filter((count) => count !== undefined),
  };
}
