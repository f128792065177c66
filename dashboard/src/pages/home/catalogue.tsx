import { Link } from '@tanstack/react-router';
import { graphql } from '../../api/graphql.ts';
import { usePlace } from '../../api/place.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { language, t } from '../../language.ts';
import { countOf } from '../../parts/lists/list.tsx';
import { Panel } from '../../parts/page/panel.tsx';
import { QueryView } from '../../parts/page/query-view.tsx';
import { share, wordsOf } from '../../parts/texts/format.ts';
import { type Counted, exactCounts } from './exact-counts.ts';

const CATALOGUE = graphql(`
  query HomeCatalogue {
    products(first: 0) { totalCount }
    current: products(first: 0, filter: { footprintState: [CURRENT] }) {
      totalCount totalCountIsExact
    }
    outdated: products(first: 0, filter: { footprintState: [OUTDATED] }) {
      totalCount totalCountIsExact
    }
    missing: products(first: 0, filter: { footprintState: [NOT_CALCULATED] }) {
      totalCount totalCountIsExact
    }
  }
`);

const COLORS = {
  CURRENT: 'var(--series)',
  OUTDATED: 'var(--warn)',
  NOT_CALCULATED: 'var(--control)',
} as const;

type Part = Counted & { readonly state: keyof typeof COLORS };

/** Products by the state of their footprints, each with the list of its products. */
export function Catalogue() {
  const query = useAnswer(CATALOGUE, {});
  return (
    <QueryView query={query} purpose={t('Products are found here, with their footprints.')}>
      {({ products, current, outdated, missing }) => {
        if (products === null || current === null || outdated === null || missing === null)
          return null;
        const total = products.totalCount;
        if (total === 0) return null;
        const parts: readonly Part[] = exactCounts(total, [
          { ...current, state: 'CURRENT' as const },
          { ...outdated, state: 'OUTDATED' as const },
          { ...missing, state: 'NOT_CALCULATED' as const },
        ]);
        return (
          <Panel
            title={t('Catalogue')}
            note={t('{count, plural, one {# product} other {# products}}', { count: total })}
          >
            {parts.every(({ totalCountIsExact }) => totalCountIsExact) && (
              <Bar parts={parts} total={total} />
            )}
            <PartRows parts={parts} total={total} />
          </Panel>
        );
      }}
    </QueryView>
  );
}

type Parts = { readonly parts: readonly Part[]; readonly total: number };

/** One bar of all products. Its rows say the same. */
function Bar({ parts, total }: Parts) {
  const shown = parts.filter(({ totalCount }) => totalCount > 0);
  const current = parts.find(({ state }) => state === 'CURRENT')?.totalCount ?? 0;
  return (
    <div
      className="stacked-bar"
      role="img"
      aria-label={t('{share} of the products have a current footprint.', {
        share: share(current / total),
      })}
    >
      {shown.map(({ state, totalCount }) => (
        <span key={state} style={{ flexGrow: totalCount, background: COLORS[state] }} />
      ))}
    </div>
  );
}

function PartRows({ parts, total }: Parts) {
  const place = usePlace();
  return (
    <table className="bars">
      <caption className="visually-hidden">{t('Products by the state of their footprint')}</caption>
      <thead className="visually-hidden">
        <tr>
          <th>{t('State')}</th>
          <th>{t('Products')}</th>
          <th>{t('Share')}</th>
        </tr>
      </thead>
      <tbody>
        {parts.map(({ state, ...counted }) => (
          <tr key={state}>
            <td>
              <span className="swatch" style={{ background: COLORS[state] }} />
              <Link
                to="/app/$organization/$world/products"
                params={place}
                search={{ footprint: state }}
              >
                {wordsOf(state)}
              </Link>
            </td>
            <td className="end strong">
              {countOf(counted, (count) => count.toLocaleString(language))}
            </td>
            <td className="end quiet">
              {counted.totalCountIsExact ? share(counted.totalCount / total) : ''}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
