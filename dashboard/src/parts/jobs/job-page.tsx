import type { ReactNode } from 'react';
import type { Permission } from '../../api/session.ts';
import { useChange } from '../../api/use-change.ts';
import { language, t } from '../../language.ts';
import { Allowed } from '../page/allowed.tsx';
import { type Fact, Facts } from '../page/facts.tsx';
import { TaskFailure } from '../page/notice.tsx';
import { PageHead } from '../page/page-head.tsx';
import { StateChip } from '../page/state-chip.tsx';
import { ServiceText } from '../service-text/service-text.tsx';
import { isBusy } from './busy.ts';
import { CancelButton } from './cancel-button.tsx';

/** One long job: its state and cancellation, the reason why it failed, its progress and counts, and its results. */
export function JobPage({
  title,
  path,
  job,
  cancel,
  permission,
  done,
  counts,
  note,
  actions,
  children,
}: {
  readonly title: string;
  readonly path: ReactNode;
  readonly job: {
    readonly state: string;
    readonly error: string | null;
    readonly progress: number;
  };
  readonly cancel: () => Promise<unknown>;
  /** Permission to cancel the job. */
  readonly permission: Permission;
  /** The finished part of the work in words. */
  readonly done: string;
  readonly counts: readonly (readonly [name: string, count: number])[];
  readonly note?: string | undefined;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}) {
  const cancelling = useChange(async (_: undefined) => {
    await cancel();
  });
  return (
    <>
      <PageHead
        title={title}
        about={
          <span role="status">
            <StateChip state={job.state} />
          </span>
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
          facts={counts.map(([name, count]): Fact => [name, count.toLocaleString(language)])}
        />
        {note !== undefined && <p className="quiet">{note}</p>}
      </section>
      {children}
    </>
  );
}
