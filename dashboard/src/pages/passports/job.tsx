import { Link, useParams } from '@tanstack/react-router';
import { graphql, type ResultOf } from '../../api/graphql.ts';
import { usePlace } from '../../api/place.ts';
import { request } from '../../api/request.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { t } from '../../language.ts';
import { pollWhileBusy } from '../../parts/jobs/busy.ts';
import { FirstOfMany } from '../../parts/jobs/first-of-many.tsx';
import { JobPage } from '../../parts/jobs/job-page.tsx';
import { Reasons } from '../../parts/jobs/reasons.tsx';
import { Rows } from '../../parts/lists/rows.tsx';
import { Missing } from '../../parts/page/missing.tsx';
import { Panel } from '../../parts/page/panel.tsx';
import { PathLink } from '../../parts/page/path-link.tsx';
import { QueryView } from '../../parts/page/query-view.tsx';
import { wordsOf } from '../../parts/texts/format.ts';
import { titleOf } from './document.ts';

const JOB = graphql(`
  query PassportJob($id: ID!) {
    dppJob(id: $id) {
      id kind state totalCount doneCount failedCount progress error
      lines(first: 50) {
        totalCount
        nodes { outcome problems product { id name } dpp { id name { text } } }
      }
    }
  }
`);

const CANCEL = graphql(`
  mutation CancelPassportJob($input: CancelDppJobInput!) {
    cancelDppJob(input: $input) { job { id } }
  }
`);

type PassportJob = NonNullable<ResultOf<typeof JOB>['dppJob']>;

/** A job that drafts or publishes many passports: its progress, and the lines with their reasons. */
export function PassportJobPage() {
  const place = usePlace();
  const { id } = useParams({ from: '/app/$organization/$world/passports/jobs/$id' });
  const query = useAnswer(
    JOB,
    { id },
    { refetchInterval: ({ state: { data } }) => pollWhileBusy(data?.dppJob) },
  );
  return (
    <QueryView query={query} purpose={t('A job drafts or publishes many passports.')}>
      {({ dppJob: job }) =>
        job === null ? (
          <Missing>{t('This job does not exist, or not in this environment.')}</Missing>
        ) : (
          <JobPage
            title={wordsOf(job.kind)}
            path={
              <PathLink to="/app/$organization/$world/passports" params={place}>
                {t('Passports')}
              </PathLink>
            }
            job={job}
            permission="DPPS_WRITE"
            cancel={() => request(place, CANCEL, { input: { id } })}
            done={t('{count, plural, one {# passport} other {# passports}}', {
              count: job.doneCount,
            })}
            counts={[
              ...(job.totalCount === null ? [] : [[t('Passports'), job.totalCount] as const]),
              [t('Done'), job.doneCount],
            ]}
            failed={t('Refused')}
            results={<Lines job={job} />}
          />
        )
      }
    </QueryView>
  );
}

function Lines({ job: { lines } }: { readonly job: PassportJob }) {
  const place = usePlace();
  const rows = (lines?.nodes ?? []).flatMap((each) => each ?? []);
  if (rows.length === 0) return null;
  return (
    <Panel title={t('Results')}>
      <Rows
        rows={rows}
        columns={[
          {
            head: t('Passport'),
            cell: ({ dpp, product }) =>
              dpp === null ? (
                (product?.name ?? t('Deleted'))
              ) : (
                <Link
                  to="/app/$organization/$world/passports/$id"
                  params={{ ...place, id: dpp.id }}
                >
                  {titleOf(dpp)}
                </Link>
              ),
          },
          {
            head: t('Result'),
            cell: ({ outcome, problems }) => (
              <Reasons problems={problems}>{wordsOf(outcome)}</Reasons>
            ),
          },
        ]}
      />
      <FirstOfMany count={rows.length} total={lines?.totalCount ?? 0} />
    </Panel>
  );
}
