import type { ReactNode } from 'react';
import { useChange } from '../use-change.ts';
import { isBusy } from './busy.ts';
import { CancelButton } from './cancel-button.tsx';
import { TaskFailure } from './notice.tsx';
import { PageHead } from './page-head.tsx';
import { StateChip } from './state-chip.tsx';

/** One job: its state, its cancellation, the reason why it failed, and what it has to show. */
export function JobPage({
  title,
  path,
  job,
  cancel,
  actions,
  children,
}: {
  readonly title: string;
  readonly path: ReactNode;
  readonly job: { readonly state: string; readonly error: string | null };
  readonly cancel: () => Promise<unknown>;
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
        {isBusy(job.state) && <CancelButton task={cancelling} />}
      </PageHead>
      <TaskFailure task={cancelling} />
      {job.error !== null && (
        <div className="notice danger">
          <p lang="en">{job.error}</p>
        </div>
      )}
      {children}
    </>
  );
}
