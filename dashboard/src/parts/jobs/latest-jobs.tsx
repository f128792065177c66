import { usePlace } from '../../api/place.ts';
import { language, t } from '../../language.ts';
import { RowLink } from '../lists/row-link.tsx';
import { Rows } from '../lists/rows.tsx';
import { Panel } from '../page/panel.tsx';
import { momentOf, wordsOf } from '../texts/format.ts';
import { JobState } from './job-state.tsx';

type LatestJob = {
  readonly id: string;
  /** Work of the job, if the list has several kinds. */
  readonly kind?: string;
  readonly state: string;
  readonly totalCount: number | null;
  readonly doneCount: number;
  readonly failedCount: number;
  readonly createdAt: string;
};

/** The latest jobs of a kind, so that one that was left is found again; empty without jobs. */
export function LatestJobs({
  title,
  page,
  items,
  failed,
  jobs,
}: {
  readonly title: string;
  readonly page: 'assets/batches' | 'passports/jobs' | 'products/footprints';
  readonly items: string;
  readonly failed: string;
  readonly jobs: readonly LatestJob[];
}) {
  const place = usePlace();
  if (jobs.length === 0) return null;
  return (
    <Panel title={title}>
      <Rows
        caption={title}
        rows={jobs}
        columns={[
          {
            head: t('Started'),
            cell: ({ id, kind, createdAt }) => (
              <>
                <RowLink place={place} page={page} id={id}>
                  {momentOf(createdAt)}
                </RowLink>{' '}
                {kind !== undefined && wordsOf(kind)}
              </>
            ),
          },
          { head: t('State'), cell: (job) => <JobState job={job} failed={failed} /> },
          {
            head: items,
            className: 'end',
            cell: ({ doneCount, totalCount }) =>
              totalCount === null
                ? doneCount.toLocaleString(language)
                : t('{doneCount, number} of {totalCount, number}', { doneCount, totalCount }),
          },
          { head: failed, className: 'end', cell: ({ failedCount }) => failedCount },
        ]}
      />
    </Panel>
  );
}
