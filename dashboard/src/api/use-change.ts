import { useQueryClient } from '@tanstack/react-query';
import { usePlace } from './place.ts';
import { type Task, useTask } from './use-task.ts';

/** Loads again what the pages of this place show. */
export function useReload(): () => Promise<void> {
  const place = usePlace();
  const queries = useQueryClient();
  return () => queries.invalidateQueries({ queryKey: [place] });
}

/** A task after which the pages of this place show something else: they are loaded again, and then it is done. */
export function useChange<Input, Result>(
  work: (input: Input) => Promise<Result>,
  onDone?: (result: Result) => unknown,
): Task<Input> {
  const reload = useReload();
  return useTask(async (input) => {
    const result = await work(input);
    await reload();
    await onDone?.(result);
  });
}
