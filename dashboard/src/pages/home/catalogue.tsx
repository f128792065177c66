import { Link } from '@tanstack/react-router';
import { graphql } from '../../api/graphql.ts';
import { usePlace } from '../../api/place.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { inLifeOrder, phaseSegments } from '../../charts/phases.ts';
import { language, t } from '../../language.ts';
import { countOf } from '../../parts/lists/list.tsx';
import { Panel } from '../../parts/page/panel.tsx';
import { phaseColor } from '../../parts/page/phase-color.ts';
import { QueryView } from '../../parts/page/query-view.tsx';
import { figure, labelled, share, wordsOf } from '../../parts/texts/format.ts';
import { exactCounts } from './exact-counts.ts';

const CATALOGUE = graphql(`
  query HomeCatalogue {
    cataloguePhases {
      productCount isWholeCatalogue
      phases { phase co2eKg share }
    }
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

/** The footprints of the catalogue by phase, and the products whose footprint is missing or outdated. */
export function Catalogue() {
  const query = useAnswer(CATALOGUE, {});
  return (
    <QueryView query={query} purpose={t('Products are found here, with their footprints.')}>
      {({ cataloguePhases, products, current, outdated, missing }) => {
        if (products === null || current === null || outdated === null || missing === null)
          return null;
        const states = exactCounts(products.totalCount, [
          { ...current, state: 'CURRENT' },
          { ...outdated, state: 'OUTDATED' },
          { ...missing, state: 'NOT_CALCULATED' },
        ]);
        return (
          <Panel
            title={t('Catalogue footprint')}
            note={cataloguePhases !== null && noteOf(cataloguePhases)}
          >
            {cataloguePhases === null || cataloguePhases.phases.length === 0 ? (
              <p className="quiet">
                {t('Phases are shown once active products are calculated again.')}
              </p>
            ) : (
              <Phases phases={cataloguePhases.phases} />
            )}
            <States states={states} />
          </Panel>
        );
      }}
    </QueryView>
  );
}

function noteOf({
  productCount,
  isWholeCatalogue,
}: {
  readonly productCount: number;
  readonly isWholeCatalogue: boolean;
}): string {
  return isWholeCatalogue
    ? t('One of each of {count, plural, one {# active product} other {# active products}}', {
        count: productCount,
      })
    : t('One of each of the {count, number} active products with the largest footprints', {
        count: productCount,
      });
}

type Phase = { readonly phase: string; readonly co2eKg: number; readonly share: number };

/** One bar, and its legend, which is its table as well. Credits are in the legend only. */
function Phases({ phases }: { readonly phases: readonly Phase[] }) {
  const segments = phaseSegments(phases, { width: 1, gap: 0 });
  const [largest] = phases.toSorted((a, b) => b.co2eKg - a.co2eKg);
  return (
    <>
      {largest !== undefined && (
        <div
          className="stacked-bar tall"
          role="img"
          aria-label={t('{phase} cause the most: {share} of the footprint.', {
            phase: wordsOf(largest.phase),
            share: share(largest.share),
          })}
        >
          {segments.map(({ phase, width }) => (
            <span key={phase} style={{ flexGrow: width, background: phaseColor(phase) }} />
          ))}
        </div>
      )}
      <dl className="legend">
        {inLifeOrder(phases).map((each) => (
          <div key={each.phase}>
            <dt>
              <span className="swatch" style={{ background: phaseColor(each.phase) }} />
              {wordsOf(each.phase)}
            </dt>
            <dd title={`${figure(each.co2eKg)} kg CO2e`}>{share(each.share)}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

type State = {
  readonly state: string;
  readonly totalCount: number;
  readonly totalCountIsExact: boolean;
};

/** Products by the state of their footprints, each with the list of its products. */
function States({ states }: { readonly states: readonly State[] }) {
  const place = usePlace();
  return (
    <p className="row small states">
      {states.map(({ state, ...counted }) => (
        <Link
          key={state}
          to="/app/$organization/$world/products"
          params={place}
          search={{ footprint: state }}
        >
          {countOf(counted, (count) => labelled(wordsOf(state), count.toLocaleString(language)))}
        </Link>
      ))}
    </p>
  );
}
