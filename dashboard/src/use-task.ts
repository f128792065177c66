import { useState } from 'react';
import { Failure, type Problem } from './session.ts';

/** Work that a person started: whether it runs, how it failed, and the problem of each field of its form. */
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
  const problemOf = (field: string, ...within: Problem['path']) =>
    error instanceof Failure ? error.of(field, ...within) : undefined;
  return { run, isRunning, error, problemOf };
}
