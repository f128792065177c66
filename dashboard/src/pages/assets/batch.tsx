import { Link, useParams } from '@tanstack/react-router';
import { Download } from 'lucide-react';
import { usePlace } from '../../api/place.ts';
import { request } from '../../api/request.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { language, t } from '../../language.ts';
import { pollWhileBusy } from '../../parts/jobs/busy.ts';
import { JobPage } from '../../parts/jobs/job-page.tsx';
import { Reasons } from '../../parts/jobs/reasons.tsx';
import { Rows } from '../../parts/lists/rows.tsx';
import { Missing } from '../../parts/page/missing.tsx';
import { Panel } from '../../parts/page/panel.tsx';
import { PathLink } from '../../parts/page/path-link.tsx';
import { QueryView } from '../../parts/page/query-view.tsx';
import { BATCH, type Batch, CANCEL_BATCH } from './document.ts';

/** One batch: its progress, the archive of its files, and the products that have no asset with the reasons. */
export function AssetBatchPage() {
  const place = usePlace();
  const { id } = useParams({ from: '/app/$organization/$world/assets/batches/$id' });
  const query = useAnswer(
    BATCH,
    { id },
    { refetchInterval: ({ state: { data } }) => pollWhileBusy(data?.assetBatch) },
  );
  return (
    <QueryView query={query} purpose={t('A batch makes an asset of each product of a filter.')}>
      {({ assetBatch: batch }) =>
        batch === null ? (
          <Missing>{t('This batch does not exist, or not in this environment.')}</Missing>
        ) : (
          <JobPage
            title={t('Batch of assets')}
            path={
              <PathLink to="/app/$organization/$world/assets" params={place}>
                {t('Assets')}
              </PathLink>
            }
            job={batch}
            permission="ASSETS_WRITE"
            cancel={() => request(place, CANCEL_BATCH, { input: { id } })}
            done={t('{count, plural, one {# product} other {# products}}', {
              count: batch.doneCount,
            })}
            counts={[
              [t('Products'), batch.totalCount ?? batch.doneCount],
              [t('Made'), batch.doneCount - batch.failedCount],
            ]}
            failed={t('Refused')}
            actions={
              batch.zipUrl !== null &&
              batch.doneCount > batch.failedCount && (
                <a className="button main" href={batch.zipUrl} download>
                  <Download /> {t('Download ZIP')}
                </a>
              )
            }
            results={<Results batch={batch} />}
          />
        )
      }
    </QueryView>
  );
}

function Results({ batch: { doneCount, results } }: { readonly batch: Batch }) {
  const place = usePlace();
  const rows = results?.nodes ?? [];
  if (rows.length === 0) return null;
  return (
    <Panel title={t('Products')}>
      <Rows
        rows={rows}
        columns={[
          {
            head: t('Product'),
            cell: (row) =>
              row?.product == null ? (
                t('Deleted product')
              ) : (
                <Link
                  to="/app/$organization/$world/products/$id"
                  params={{ ...place, id: row.product.id }}
                >
                  {row.product.name}
                </Link>
              ),
          },
          {
            head: t('Result'),
            cell: (row) =>
              row?.asset == null ? (
                <Reasons problems={row?.problems}>{t('The asset was deleted.')}</Reasons>
              ) : (
                <a href={row.asset.url} download>
                  {t('Download')}
                </a>
              ),
          },
        ]}
      />
      {doneCount > rows.length && (
        <p className="quiet">
          {t('The first {count} of {doneCount} are shown; the ZIP has a line for each.', {
            count: rows.length,
            doneCount: doneCount.toLocaleString(language),
          })}
        </p>
      )}
    </Panel>
  );
}
