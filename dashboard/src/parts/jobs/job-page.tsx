import type { ReactNode } from 'react';
import type { Permission } from '../../api/session.ts';
import { useChange } from '../../api/use-change.ts';
import { language, t } from '../../language.ts';
import { Allowed } from '../page/allowed.tsx';
import { type Fact, Facts } from '../page/facts.tsx';
import { TaskFailure } from '../page/notice.tsx';
import { PageHead } from '../page/page-head.tsx';
import { ServiceText } from '../service-text/service-text.tsx';
import { isBusy } from './busy.ts';
import { CancelButton } from './cancel-button.tsx';
import { JobState } from './job-state.tsx';

/** One long job: its state and cancellation, the reason why it failed, its progress and counts, and its results. */
export function JobPage({
  title,
  path,
  job,
  cancel,
  permission,
  done,
  counts,
  failed,
  note,
  actions,
  results,
  children,
}: {
  readonly title: string;
  readonly path: ReactNode;
  readonly job: {
    readonly state: string;
    readonly error: string | null;
    readonly progress: number;
    readonly failedCount: number;
  };
  readonly cancel: () => Promise<unknown>;
  /** Permission to cancel the job. */
  readonly permission: Permission;
  /** The finished part of the work in words. */
  readonly done: string;
  readonly counts: readonly (readonly [name: string, count: number])[];
  /** Name of the count of what was refused. */
  readonly failed: string;
  readonly note?: string | undefined;
  readonly actions?: ReactNode;
  /** Results with the reasons of refusals; false if they are not kept. */
  readonly results: ReactNode;
  /** Next steps after the job. */
  readonly children?: ReactNode;
}) {
  const cancelling = useChange(async (_: undefined) => {
    await cancel();
  });
  return (
    <>
      <PageHead
        title={title}
        about={
          <>
            <span role="status">
              <JobState job={job} failed={failed} />
            </span>{' '}
            {job.failedCount > 0 && results !== false && (
              <a href="#results">{t('See the reasons')}</a>
            )}
          </>
        }
        path={path}
      >
        {actions}
        {isBusy(job.state) && (
          <Allowed permission={permission}>
            <CancelButton task={cancelling} />
          </Allowed>
        )}
      </PageHead>
      <TaskFailure task={cancelling} />
      {job.error !== null && (
        <div className="notice danger">
          <p>
            <ServiceText>{job.error}</ServiceText>
          </p>
        </div>
      )}
      <section className="panel stack">
        {isBusy(job.state) && (
          <>
            <progress max={1} value={job.progress} aria-label={t('Progress')} />
            <p>{t('{done} done. You can leave this page and come back.', { done })}</p>
          </>
        )}
        <Facts
          facts={[...counts, [failed, job.failedCount] as const].map(
            ([name, count]): Fact => [name, count.toLocaleString(language)],
          )}
        />
        {note !== undefined && <p className="quiet">{note}</p>}
      </section>
      {children}
      <div id="results">{results}</div>
    </>
  );
}
