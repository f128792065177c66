import { useParams } from '@tanstack/react-router';
import { usePlace } from '../../../api/place.ts';
import { request } from '../../../api/request.ts';
import { useAnswer } from '../../../api/use-answer.ts';
import { t } from '../../../language.ts';
import { pollWhileBusy } from '../../../parts/jobs/busy.ts';
import { FirstOfMany } from '../../../parts/jobs/first-of-many.tsx';
import { JobPage } from '../../../parts/jobs/job-page.tsx';
import { Reasons } from '../../../parts/jobs/reasons.tsx';
import { RowLink } from '../../../parts/lists/row-link.tsx';
import { Rows } from '../../../parts/lists/rows.tsx';
import { Missing } from '../../../parts/page/missing.tsx';
import { Panel } from '../../../parts/page/panel.tsx';
import { PathLink } from '../../../parts/page/path-link.tsx';
import { QueryView } from '../../../parts/page/query-view.tsx';
import { CANCEL, type CatalogueRun, RUN } from './document.ts';

/** One calculation of the catalogue: its progress, and the products that could not be calculated with the reasons. */
export function CatalogueRunPage() {
  const place = usePlace();
  const { id } = useParams({ from: '/app/$organization/$world/products/footprints/$id' });
  const query = useAnswer(
    RUN,
    { id },
    { refetchInterval: ({ state: { data } }) => pollWhileBusy(data?.calculation) },
  );
  return (
    <QueryView query={query} purpose={t('A job calculates many products.')}>
      {({ calculation }) => {
        if (calculation?.catalogue == null) {
          return <Missing>{t('This job does not exist, or not in this environment.')}</Missing>;
        }
        const run = { ...calculation.catalogue, state: calculation.state };
        const { totalCount, doneCount, failedCount } = run;
        return (
          <JobPage
            title={t('Calculation of the catalogue')}
            path={
              <PathLink to="/app/$organization/$world/products" params={place}>
                {t('Products')}
              </PathLink>
            }
            job={run}
            permission="CALCULATIONS_WRITE"
            cancel={() => request(place, CANCEL, { input: { id } })}
            done={t('{count, plural, one {# product} other {# products}}', { count: doneCount })}
            counts={[
              [t('Products'), totalCount ?? doneCount],
              [t('Calculated'), doneCount - failedCount],
            ]}
            failed={t('Not calculated')}
            note={noteOf(run)}
            results={<Problems run={run} />}
          />
        );
      }}
    </QueryView>
  );
}

function noteOf({ state, doneCount, failedCount }: CatalogueRun): string | undefined {
  if (failedCount > 0) {
    return t(
      'Correct the products below and calculate again: products with a current footprint are left as they are.',
    );
  }
  const hasNothing = state === 'COMPLETED' && doneCount === 0;
  return hasNothing ? t('No product needed a new footprint.') : undefined;
}

function Problems({ run: { results } }: { readonly run: CatalogueRun }) {
  const place = usePlace();
  const rows = (results?.nodes ?? []).flatMap((each) => each ?? []);
  if (rows.length === 0) return null;
  return (
    <Panel title={t('Products that could not be calculated')}>
      <Rows
        rows={rows}
        columns={[
          {
            head: t('Product'),
            cell: ({ product }) =>
              product === null ? (
                t('Deleted product')
              ) : (
                <RowLink place={place} page="products" id={product.id}>
                  {product.name}
                </RowLink>
              ),
          },
          { head: t('Reason'), cell: ({ problems }) => <Reasons problems={problems} /> },
        ]}
      />
      <FirstOfMany count={rows.length} total={results?.totalCount ?? 0} />
    </Panel>
  );
}
