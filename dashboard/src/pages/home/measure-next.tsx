import { Link } from '@tanstack/react-router';
import { graphql } from '../../api/graphql.ts';
import { usePlace } from '../../api/place.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { t } from '../../language.ts';
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

const SHOWN = 4;

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

/** Each factor with its gain, and a bar of it. */
function Factors({ factors }: { readonly factors: readonly Factor[] }) {
  const most = Math.max(...factors.map(({ narrowingCo2eKg }) => narrowingCo2eKg));
  return (
    <table className="bars divided">
      <thead className="visually-hidden">
        <tr>
          <th>{t('Factor')}</th>
          <th>{t('Bar')}</th>
          <th>kg CO2e</th>
        </tr>
      </thead>
      <tbody>
        {factors.map((factor) => (
          <tr key={factor.factorId}>
            <td className="named">
              <div>
                <FactorLink id={factor.factorId}>{factor.factorName}</FactorLink>
                <div className="detail">
                  <Where factor={factor} />
                </div>
              </div>
            </td>
            <td className="track" aria-hidden>
              <span
                style={{
                  width: `${(factor.narrowingCo2eKg / most) * 100}%`,
                  background: 'var(--series)',
                }}
              />
            </td>
            <td className="end strong">{figure(factor.narrowingCo2eKg)} kg</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Place and phase of a factor, and the product that gains most from measuring it. */
function Where({
  factor: { geography, phase, product, productCount },
}: {
  readonly factor: Factor;
}) {
  const place = usePlace();
  return (
    <>
      {placeName(geography)}, {inSentence(wordsOf(phase))}
      {product !== null && (
        <>
          {'; '}
          <Link to="/app/$organization/$world/products/$id" params={{ ...place, id: product.id }}>
            {product.name}
          </Link>
        </>
      )}
      {productCount > 1 &&
        ` ${t('{productCount, plural, one {and # other} other {and # others}}', {
          productCount: productCount - 1,
        })}`}
    </>
  );
}
