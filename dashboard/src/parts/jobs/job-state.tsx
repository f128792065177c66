import { t } from '../../language.ts';
import { StateChip } from '../page/state-chip.tsx';
import { inSentence, wordsOf } from '../texts/format.ts';

/** State of a job; one that completed says how much it refused, as a warning. */
export function JobState({
  job: { state, failedCount },
  failed,
}: {
  readonly job: { readonly state: string; readonly failedCount: number };
  /** Name of the count of what was refused. */
  readonly failed: string;
}) {
  if (state !== 'COMPLETED' || failedCount === 0) return <StateChip state={state} />;
  return (
    <span className="chip warn">
      {t('{state}, {failed}: {count, number}', {
        state: wordsOf(state),
        failed: inSentence(failed),
        count: failedCount,
      })}
    </span>
  );
}
