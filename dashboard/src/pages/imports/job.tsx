import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { Download } from 'lucide-react';
import { usePlace } from '../../api/place.ts';
import { request } from '../../api/request.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { useTask } from '../../api/use-task.ts';
import { language, rich, t } from '../../language.ts';
import { isBusy, pollWhileBusy } from '../../parts/jobs/busy.ts';
import { JobPage } from '../../parts/jobs/job-page.tsx';
import { jobTitle } from '../../parts/jobs/job-title.ts';
import { Rows } from '../../parts/lists/rows.tsx';
import { Allowed } from '../../parts/page/allowed.tsx';
import { download } from '../../parts/page/download.ts';
import { Missing } from '../../parts/page/missing.tsx';
import { TaskFailure } from '../../parts/page/notice.tsx';
import { Panel } from '../../parts/page/panel.tsx';
import { PathLink } from '../../parts/page/path-link.tsx';
import { QueryView } from '../../parts/page/query-view.tsx';
import { translationOf, useSentences } from '../../parts/service-text/translate.ts';
import { labelled } from '../../parts/texts/format.ts';
import { PRODUCT_COLUMNS } from './columns.ts';
import { writeCsv } from './csv.ts';
import {
  CANCEL,
  checkedFiles,
  fetchRefusals,
  JOB,
  type Job,
  PREPARE,
  type RowResult,
  startImport,
} from './document.ts';

const SHOWN_REFUSALS = 20;

/** One import: its progress, the rows that were refused, and the next step. */
export function ImportJob() {
  const place = usePlace();
  const { id } = useParams({ from: '/app/$organization/$world/imports/$id' });
  const query = useAnswer(
    JOB,
    { id },
    { refetchInterval: ({ state: { data } }) => pollWhileBusy(data?.bulkJob) },
  );
  return (
    <QueryView query={query} purpose={t('Imports write many products at once.')}>
      {({ bulkJob: job }) =>
        job === null ? (
          <Missing>{t('This job does not exist, or not in this environment.')}</Missing>
        ) : (
          <JobPage
            title={jobTitle(job)}
            path={
              <PathLink to="/app/$organization/$world/imports" params={place}>
                {t('Import products')}
              </PathLink>
            }
            job={job}
            permission="PRODUCTS_WRITE"
            cancel={() => request(place, CANCEL, { input: { id } })}
            done={t('{count, plural, one {# row} other {# rows}}', { count: job.doneCount })}
            counts={[
              [t('Rows'), job.totalCount ?? job.doneCount],
              [t('New'), job.createdCount],
              [t('Changed'), job.updatedCount],
            ]}
            failed={t('Refused')}
            note={job.dryRun ? t('A check writes nothing.') : undefined}
            results={
              !isBusy(job.state) &&
              job.resultUrl !== null &&
              job.failedCount > 0 && <Refusals id={job.id} />
            }
          >
            {job.state === 'COMPLETED' && job.dryRun && (
              <Allowed permission="PRODUCTS_WRITE">
                <ImportNow job={job} />
              </Allowed>
            )}
            {job.state === 'COMPLETED' && !job.dryRun && job.direction === 'IMPORT' && (
              <p className="row">
                <Link
                  className="button main"
                  to="/app/$organization/$world/products"
                  params={place}
                >
                  {t('Open products')}
                </Link>
                <Link
                  className="button"
                  to="/app/$organization/$world/products"
                  params={place}
                  search={{ footprint: 'NOT_CALCULATED' }}
                >
                  {t('Products without a footprint')}
                </Link>
              </p>
            )}
          </JobPage>
        )
      }
    </QueryView>
  );
}

/** After a check: the same file is imported, or chosen again if this visit no longer has it. */
function ImportNow({ job }: { readonly job: Job }) {
  const place = usePlace();
  const navigate = useNavigate();
  const csv = checkedFiles.get(job.id);
  const task = useTask(async (file: string) => {
    const prepare = async (dryRun: boolean) => {
      const input = { type: 'PRODUCTS', format: 'CSV', dryRun } as const;
      return (await request(place, PREPARE, { input })).bulkImport?.job?.id;
    };
    const id = await startImport(place, file, false, prepare);
    checkedFiles.delete(job.id);
    await navigate({ to: '/app/$organization/$world/imports/$id', params: { ...place, id } });
  });
  const good = (job.totalCount ?? job.doneCount) - job.failedCount;
  return (
    <Panel title={t('3. Import')}>
      <TaskFailure task={task} />
      {csv === undefined ? (
        <p>
          {rich(
            'The file of this check is no longer in the browser. <link>Choose it again</link>',
            {
              link: (text) => (
                <Link to="/app/$organization/$world/imports" params={place}>
                  {text}
                </Link>
              ),
            },
          )}
        </p>
      ) : (
        <p className="row">
          <button
            type="button"
            className="main"
            disabled={task.isRunning || good === 0}
            onClick={() => void task.run(csv)}
          >
            {t('{count, plural, one {Import # row} other {Import # rows}}', { count: good })}
          </button>
          {job.failedCount > 0 && t('Refused rows are left out: mend them and import them later.')}
        </p>
      )}
    </Panel>
  );
}

function Refusals({ id }: { readonly id: string }) {
  useSentences();
  const place = usePlace();
  const query = useQuery({
    queryKey: [place, 'refusals', id],
    queryFn: () => fetchRefusals(place, id),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const save = (rows: readonly RowResult[]) =>
    download(
      `refused-${id}.csv`,
      writeCsv([
        ['line', 'externalId', 'problems', 'row'],
        ...rows.map((row) => [
          String(row.line),
          row.externalId ?? '',
          problemsOf(row),
          row.text ?? '',
        ]),
      ]),
      'text/csv',
    );
  return (
    <QueryView query={query} purpose={t('Refused rows name what is wrong with them.')}>
      {(rows) => (
        <Panel
          title={t('Refused rows')}
          note={
            <button type="button" onClick={() => save(rows)}>
              <Download /> {t('Download all refused rows')}
            </button>
          }
        >
          <Rows
            rows={rows.slice(0, SHOWN_REFUSALS)}
            columns={[
              { head: t('Line'), cell: (row) => row.line },
              { head: t('Your id'), cell: (row) => row.externalId ?? '–' },
              { head: t('Problems'), cell: (row) => problemsOf(row) },
            ]}
          />
          {rows.length > SHOWN_REFUSALS && (
            <p className="quiet">
              {t('The first {shown} of {count} are shown.', {
                shown: SHOWN_REFUSALS,
                count: rows.length.toLocaleString(language),
              })}
            </p>
          )}
        </Panel>
      )}
    </QueryView>
  );
}

function problemsOf({ problems = [] }: RowResult): string {
  return problems
    .map(({ path, message }) => {
      const text = translationOf(message) ?? message;
      return path.length === 0 ? text : labelled(labelOf(path), text);
    })
    .join(' ');
}

/** The column as the mapping names it; a part of JSON by its path. */
function labelOf(path: readonly (string | number)[]): string {
  const name = path.join('.');
  return PRODUCT_COLUMNS.find(([column]) => column === name)?.[1] ?? name;
}
