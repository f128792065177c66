import { useEffect, useState } from 'react';
import { restoreFocus } from './last-focus.ts';
import { Failure, type Problem } from './session.ts';

/** Work that a person started. */
export type Task<Input> = {
  readonly run: (input: Input) => Promise<void>;
  readonly isRunning: boolean;
  /** Reason why it failed. */
  readonly error: Error | undefined;
  /** Runs what failed once more. */
  readonly retry: () => void;
  /** The problem of a field of its form; the path of the problem has each step of `within` too. */
  readonly problemOf: (field: string, ...within: Problem['path']) => string | undefined;
  /** True if it failed by what fields of its form hold. */
  readonly hasFieldProblems: boolean;
};

function focusOn(field: Element | null): void {
  for (
    let fold = field?.closest('details');
    fold != null;
    fold = fold.parentElement?.closest('details')
  )
    fold.open = true;
  if (field instanceof HTMLElement) field.focus();
}

export function useTask<Input>(work: (input: Input) => Promise<void>): Task<Input> {
  const [isRunning, setRunning] = useState(false);
  const [failed, setFailed] = useState<{ readonly error: Error; readonly input: Input }>();
  const run = async (input: Input) => {
    setRunning(true);
    setFailed(undefined);
    try {
      await work(input);
    } catch (problem) {
      const error = problem instanceof Error ? problem : new Error(String(problem));
      setFailed({ error, input });
    } finally {
      setRunning(false);
    }
  };
  const error = failed?.error;
  const hasFieldProblems = error instanceof Failure && error.problems.length > 0;
  useEffect(() => {
    // A refusal leads to the first field that it is about; a form may be longer than the screen.
    if (error instanceof Failure && error.problems.length > 0)
      focusOn(document.querySelector('[aria-invalid="true"]'));
  }, [error]);
  useEffect(() => (isRunning ? restoreFocus : undefined), [isRunning]);
  return {
    run,
    isRunning,
    error,
    retry: () => {
      if (failed !== undefined) void run(failed.input);
    },
    problemOf: (field, ...within) =>
      error instanceof Failure ? error.of(field, ...within) : undefined,
    hasFieldProblems,
  };
}
