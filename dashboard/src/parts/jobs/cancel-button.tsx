import type { useTask } from '../../api/use-task.ts';
import { t } from '../../language.ts';

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
