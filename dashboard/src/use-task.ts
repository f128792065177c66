import { useState } from 'react';

/** Work that a person started: whether it runs, and how it failed. */
export function useTask<Input>(work: (input: Input) => Promise<void>) {
  const [isRunning, setRunning] = useState(false);
  const [error, setError] = useState<Error>();
  const run = async (input: Input) => {
    setRunning(true);
    setError(undefined);
    try {
      await work(input);
    } catch (problem) {
      setError(problem instanceof Error ? problem : new Error(String(problem)));
    } finally {
      setRunning(false);
    }
  };
  return { run, isRunning, error };
}
