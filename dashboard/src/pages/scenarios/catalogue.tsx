import { Link } from '@tanstack/react-router';
import { usePlace } from '../../api/place.ts';
import { language, t } from '../../language.ts';
import { ListPanel, type PageSearch } from '../../parts/lists/list.tsx';
import { Change } from '../../parts/page/change.tsx';
import { type Fact, Facts } from '../../parts/page/facts.tsx';
import { Panel } from '../../parts/page/panel.tsx';
import { figure } from '../../parts/texts/format.ts';
import type { Scenario, ScenarioResult } from './document.ts';

const count = (value: number) => value.toLocaleString(language);

/** Progress of the job of a catalogue. */
export function CatalogueProgress({
  catalogue: { totalCount, doneCount, failedCount, progress },
}: {
  readonly catalogue: NonNullable<Scenario['catalogue']>;
}) {
  return (
    <div className="panel stack-2">
      <progress value={progress} max={1} aria-label={t('Progress of the run')} />
      <p>
        {t('{doneCount, number} of {total} products', {
          doneCount,
          total: totalCount === null ? '…' : count(totalCount),
        })}
        {failedCount > 0 &&
          `, ${t('{failedCount, number} could not be calculated', { failedCount })}`}
      </p>
    </div>
  );
}

type Result = NonNullable<ScenarioResult['catalogue']>;

/** The products of a catalogue: the distribution of their differences, and the most affected first. */
export function CatalogueOutcome({
  catalogue,
  onPage,
}: {
  readonly catalogue: Result;
  readonly onPage: (page: PageSearch) => void;
}) {
  const place = usePlace();
  const { calculatedCount, changedCount, failedCount, products } = catalogue;
  return (
    <>
      <Panel
        title={t('Products')}
        note={t('{calculatedCount} calculated', { calculatedCount: count(calculatedCount) })}
      >
        <Facts
          facts={[
            [t('Changed'), count(changedCount)],
            [t('Unchanged'), count(calculatedCount - changedCount)],
            [t('Could not be calculated'), count(failedCount)],
            ...catalogue.quantiles
              .filter(({ probability }) => [0.05, 0.5, 0.95].includes(probability))
              .map(
                ({ probability, differenceCo2eKg }): Fact => [
                  probability === 0.5
                    ? t('Median difference')
                    : t('{probability}% quantile', { probability: probability * 100 }),
                  `${figure(differenceCo2eKg)} kg`,
                ],
              ),
          ]}
        />
      </Panel>
      <Distribution histogram={catalogue.histogram} />
      <ListPanel
        caption={t('Products, the most affected first')}
        connection={
          products && {
            ...products,
            nodes: products.nodes.map((node) => node && { ...node, id: node.productId }),
          }
        }
        empty={<p>{t('The filter matches no product.')}</p>}
        onPage={onPage}
        columns={[
          {
            head: t('Product'),
            cell: ({ product }) =>
              product === null ? (
                t('A product that is gone')
              ) : (
                <Link
                  className="strong"
                  to="/app/$organization/$world/products/$id"
                  params={{ ...place, id: product.id }}
                >
                  {product.name}
                </Link>
              ),
          },
          {
            head: t('Before'),
            className: 'end',
            cell: ({ total }) => (total === null ? '–' : figure(total.baseline)),
          },
          {
            head: t('After'),
            className: 'end',
            cell: ({ total }) => (total === null ? '–' : figure(total.outcome)),
          },
          {
            head: t('Difference'),
            className: 'end',
            cell: ({ total }) =>
              total === null ? (
                <span className="chip warn">{t('Not calculated')}</span>
              ) : (
                <Change difference={total.difference} share={total.share} />
              ),
          },
        ]}
      />
    </>
  );
}

/** Number of products by difference. */
function Distribution({ histogram }: { readonly histogram: Result['histogram'] }) {
  const filled = histogram.filter((bin) => bin.count > 0);
  const most = Math.max(...filled.map((bin) => bin.count));
  if (filled.length === 0) return null;
  return (
    <Panel title={t('Distribution')} note={t('Products by their difference, kg CO2e')}>
      <table className="bars">
        <thead>
          <tr>
            <th>{t('Difference')}</th>
            <th>
              <span className="visually-hidden">{t('Bar')}</span>
            </th>
            <th className="end">{t('Products')}</th>
          </tr>
        </thead>
        <tbody>
          {filled.map(({ lowCo2eKg, highCo2eKg, count: products }) => (
            <tr key={lowCo2eKg}>
              <td>
                {t('{lowCo2eKg} to {highCo2eKg}', {
                  lowCo2eKg: figure(lowCo2eKg),
                  highCo2eKg: figure(highCo2eKg),
                })}
              </td>
              <td className="track" aria-hidden>
                <span
                  style={{ width: `${(products / most) * 100}%`, background: 'var(--series)' }}
                />
              </td>
              <td className="end strong">{count(products)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  );
}
