import { t } from '../language.ts';
import type { useTask } from '../use-task.ts';

/** Cancels work in the background. */
export function CancelButton({
  task: { run, isRunning },
}: {
  readonly task: Pick<ReturnType<typeof useTask<undefined>>, 'run' | 'isRunning'>;
}) {
  return (
    <button type="button" disabled={isRunning} onClick={() => void run(undefined)}>
      {t('Cancel')}
    </button>
  );
}
