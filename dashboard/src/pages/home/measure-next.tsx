import { Link } from '@tanstack/react-router';
import { graphql } from '../../api/graphql.ts';
import { usePlace } from '../../api/place.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { t } from '../../language.ts';
import { Rows } from '../../parts/lists/rows.tsx';
import { FactorLink } from '../../parts/page/factor-link.tsx';
import { Panel } from '../../parts/page/panel.tsx';
import { QueryView } from '../../parts/page/query-view.tsx';
import { placeName } from '../../parts/texts/country.ts';
import { figure, inSentence, wordsOf } from '../../parts/texts/format.ts';

const MEASURE_NEXT = graphql(`
  query MeasureNext {
    measureNext {
      productCount
      isWholeCatalogue
      factors {
        factorId factorName geography phase narrowingCo2eKg productCount
        product { id name }
      }
    }
  }
`);

const SHOWN = 5;

/** The factors whose measurement narrows the footprints of the catalogue by the most kilograms. */
export function MeasureNext() {
  const query = useAnswer(MEASURE_NEXT, {});
  return (
    <QueryView
      query={query}
      purpose={t('This list names the assumption that is most worth measuring.')}
    >
      {({ measureNext }) =>
        measureNext === null ? null : (
          <Panel title={t('Measure next')} note={t('kg CO2e that the 95% ranges become narrower')}>
            {measureNext.factors.length === 0 ? (
              <p className="quiet">
                {t(
                  'No product has a FULL footprint yet. Open a product and calculate one: its range shows what is worth measuring.',
                )}
              </p>
            ) : (
              <Factors factors={measureNext.factors.slice(0, SHOWN)} />
            )}
            {measureNext.factors.length > 0 && (
              <p className="quiet small">
                {t(
                  'A footprint from your supplier in place of the factor takes at most this much away from the ranges of {isWhole, select, true {all products with a FULL footprint} other {the {productCount, number} products with the largest FULL footprints}}, one declared unit each.',
                  {
                    isWhole: String(measureNext.isWholeCatalogue),
                    productCount: measureNext.productCount,
                  },
                )}
              </p>
            )}
          </Panel>
        )
      }
    </QueryView>
  );
}

type Factor = {
  readonly factorId: string;
  readonly factorName: string;
  readonly geography: string;
  readonly phase: string;
  readonly narrowingCo2eKg: number;
  readonly productCount: number;
  readonly product: { readonly id: string; readonly name: string } | null;
};

function Factors({ factors }: { readonly factors: readonly Factor[] }) {
  const place = usePlace();
  return (
    <Rows
      rows={factors}
      columns={[
        {
          head: t('Factor'),
          className: 'named',
          cell: ({ factorId, factorName, geography, phase }) => (
            <span>
              <FactorLink id={factorId} className="strong">
                {factorName}
              </FactorLink>
              <br />
              <span className="quiet small">
                {placeName(geography)}, {inSentence(wordsOf(phase))}
              </span>
            </span>
          ),
        },
        {
          head: t('Products'),
          className: 'named',
          cell: ({ productCount, product }) => (
            <span>
              {product !== null && (
                <Link
                  to="/app/$organization/$world/products/$id"
                  params={{ ...place, id: product.id }}
                >
                  {product.name}
                </Link>
              )}
              {productCount > 1 && (
                <span className="quiet small">
                  {' '}
                  {t('{productCount, plural, one {and # other} other {and # others}}', {
                    productCount: productCount - 1,
                  })}
                </span>
              )}
            </span>
          ),
        },
        {
          head: 'kg CO2e',
          className: 'end strong',
          cell: ({ narrowingCo2eKg }) => figure(narrowingCo2eKg),
        },
      ]}
    />
  );
}
