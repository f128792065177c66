import { Link } from '@tanstack/react-router';
import { graphql, type ResultOf } from '../../../api/graphql.ts';
import { usePlace } from '../../../api/place.ts';
import { useAnswer } from '../../../api/use-answer.ts';
import { rich, t } from '../../../language.ts';
import { Rows } from '../../../parts/lists/rows.tsx';
import { ChartPanel } from '../../../parts/page/chart-panel.tsx';
import { Panel } from '../../../parts/page/panel.tsx';
import { QueryView } from '../../../parts/page/query-view.tsx';
import { ServiceText } from '../../../parts/service-text/service-text.tsx';
import {
  translatedLabel,
  translatedValue,
  useSentences,
} from '../../../parts/service-text/translate.ts';
import {
  declaredUnitText,
  figure,
  inSentence,
  momentOf,
  share,
  shortNumber,
  sinceOf,
  titleOfSet,
  wordsOf,
} from '../../../parts/texts/format.ts';
import { intervalOf } from '../interval.ts';
import { PhaseBar, PhaseRows } from '../phases.tsx';
import { Causes } from './causes.tsx';
import { Equivalents } from './equivalents.tsx';
import { FlowChart } from './flow-chart.tsx';
import { RangeChart } from './range-chart.tsx';

const FOOTPRINT = graphql(`
  query ProductFootprint($id: ID!) {
    product(id: $id) {
      declaredUnit { amount unit }
      footprintState
      footprint {
        id
        co2eKg
        createdAt
        engineVersion
        snapshotHash
        phases { phase co2eKg share }
        contributions(first: 100) {
          nodes { label co2eKg share phase factorId factorName source geography year }
        }
        assumptions { value reason source contributionShare }
        notCovered { phase reason }
        warnings { message }
        factorSets { name slug }
        full {
          boundary
          primaryDataShare
          beyondSystemCo2eKg
          uncertainty { lowCo2eKg highCo2eKg }
          monteCarlo { lowCo2eKg highCo2eKg }
          dataQuality { rating dqr }
          sensitivities { label lowCo2eKg highCo2eKg }
        }
      }
    }
  }
`);

type Product = NonNullable<ResultOf<typeof FOOTPRINT>['product']>;
export type Footprint = NonNullable<Product['footprint']>;

/** The footprint with its range and its causes, and the assumptions that are worth measuring next. */
export function FootprintTab({ productId }: { readonly productId: string }) {
  const query = useAnswer(FOOTPRINT, { id: productId });
  return (
    <QueryView
      query={query}
      purpose={t('The footprint of a product, with its range and its causes.')}
    >
      {({ product }) => {
        const footprint = product?.footprint ?? null;
        return product === null || footprint === null ? (
          <Panel title={t('Not calculated yet')}>
            <p>{t('Calculate the footprint to see where it comes from.')}</p>
          </Panel>
        ) : (
          <Result product={product} footprint={footprint} />
        );
      }}
    </QueryView>
  );
}

function Result({
  product,
  footprint,
}: {
  readonly product: Product;
  readonly footprint: Footprint;
}) {
  useSentences();
  const activities = (footprint.contributions?.nodes ?? []).flatMap((each) =>
    each === null ? [] : [{ ...each, label: translatedLabel(each.label) }],
  );
  return (
    <>
      <Headline product={product} footprint={footprint} />
      {footprint.warnings.length > 0 && (
        <div className="notice warn">
          <ul className="stack-2 list">
            {footprint.warnings.map(({ message }) => (
              <li key={message}>
                <ServiceText>{message}</ServiceText>
              </li>
            ))}
          </ul>
        </div>
      )}
      <ChartPanel
        title={t('Where it comes from')}
        note={t('kg CO2e, flows under 0.7% grouped')}
        chart={
          <>
            <PhaseBar phases={footprint.phases} />
            <div className="wide-only">
              <FlowChart activities={activities} />
            </div>
          </>
        }
        table={<Causes causes={activities} />}
      >
        <Credits footprint={footprint} />
      </ChartPanel>
      <div className="columns">
        <Panel title={t('By phase')} note="kg CO2e">
          <PhaseRows phases={footprint.phases} />
          {footprint.full !== null && footprint.full.beyondSystemCo2eKg !== 0 && (
            <p className="quiet small">
              {t(
                'Beyond the system {beyondSystemCo2eKg} kg, reported apart and never subtracted.',
                { beyondSystemCo2eKg: figure(footprint.full.beyondSystemCo2eKg) },
              )}
            </p>
          )}
        </Panel>
        <MeasureNext footprint={footprint} />
      </div>
      <Equivalents calculationId={footprint.id} />
      <Limits footprint={footprint} />
    </>
  );
}

function Headline({
  product,
  footprint: { full, co2eKg, createdAt },
}: {
  readonly product: Product;
  readonly footprint: Footprint;
}) {
  const range = intervalOf(full);
  return (
    <section className="panel split">
      <div className="stack-2">
        <p className="quiet small">
          {t('{boundary}, per {unit}', {
            boundary: full === null ? t('The declared life cycle') : wordsOf(full.boundary),
            unit: declaredUnitText(product.declaredUnit),
          })}
        </p>
        <p className="headline">
          <strong>{co2eKg === null ? '–' : figure(co2eKg)}</strong>
          <span>
            kg CO<sub>2</sub>e
          </span>
        </p>
        {range === undefined ? (
          <p className="quiet">
            {t('A BASIC result has no range. FULL results need the tier GROWTH.')}
          </p>
        ) : (
          <p>
            {t('95 of 100 values fall between {lowCo2eKg} and {highCo2eKg}', {
              lowCo2eKg: figure(range.lowCo2eKg),
              highCo2eKg: figure(range.highCo2eKg),
            })}
          </p>
        )}
        <p className="row">
          {product.footprintState === 'OUTDATED' ? (
            <span className="chip warn">{t('Older than the product: recalculate')}</span>
          ) : (
            <span className="chip ok">{t('Current')}</span>
          )}
          <span className="chip">
            {t('Calculated {createdAt}', { createdAt: sinceOf(createdAt) })}
          </span>
          {full !== null && (
            <>
              <span className="chip">
                {t('Data quality {dqr}, {rating}', {
                  dqr: shortNumber(full.dataQuality.dqr),
                  rating: inSentence(wordsOf(full.dataQuality.rating)),
                })}
              </span>
              <span className="chip">
                {t('{primaryDataShare} primary data', {
                  primaryDataShare: share(full.primaryDataShare),
                })}
              </span>
            </>
          )}
        </p>
      </div>
      {range !== undefined && co2eKg !== null && (
        <RangeChart low={range.lowCo2eKg} value={co2eKg} high={range.highCo2eKg} />
      )}
    </section>
  );
}

function Credits({ footprint }: { readonly footprint: Footprint }) {
  const credits = (footprint.contributions?.nodes ?? []).filter(
    (each) => each !== null && each.co2eKg < 0,
  );
  if (credits.length === 0) return null;
  return (
    <div className="stack-2">
      <h3>{t('Credits')}</h3>
      <ul className="list">
        {credits.map(
          (credit, index) =>
            credit !== null && (
              <li key={index}>
                {translatedLabel(credit.label)} ({inSentence(wordsOf(credit.phase))}):{' '}
                {figure(credit.co2eKg)} kg
              </li>
            ),
        )}
      </ul>
    </div>
  );
}

function MeasureNext({ footprint }: { readonly footprint: Footprint }) {
  const [shown, others] = [footprint.assumptions.slice(0, 8), footprint.assumptions.slice(8)];
  return (
    <Panel title={t('Measure next')} note={t('Assumptions, largest effect first')}>
      {shown.length === 0 ? (
        <p className="quiet">{t('Nothing was assumed.')}</p>
      ) : (
        <Assumptions assumptions={shown} total={footprint.co2eKg ?? 0} />
      )}
      {others.length > 0 && (
        <details>
          <summary>{t('{count} smaller assumptions', { count: others.length })}</summary>
          <Assumptions assumptions={others} total={footprint.co2eKg ?? 0} />
        </details>
      )}
    </Panel>
  );
}

/** Numbers that were worked out have many decimals; a set of warming potentials may have no name. */
function shownValue(value: string): string {
  if (value === 'not stated') return t('Global warming potentials not stated');
  const number = Number(value);
  return Number.isFinite(number) && !Number.isInteger(number)
    ? shortNumber(number)
    : translatedValue(
        value.replace(/\d+\.\d{3,}/g, (each) => String(Number(Number(each).toPrecision(3)))),
      );
}

function Assumptions({
  assumptions,
  total,
}: {
  readonly assumptions: Footprint['assumptions'];
  readonly total: number;
}) {
  return (
    <Rows
      rows={assumptions}
      columns={[
        {
          head: t('Assumption'),
          cell: (assumption) => (
            <span>
              {shownValue(assumption.value)}
              <br />
              <span className="quiet small">
                <ServiceText>{assumption.reason}</ServiceText>
              </span>
            </span>
          ),
        },
        {
          head: t('Share'),
          className: 'end',
          cell: (assumption) => share(assumption.contributionShare),
        },
        {
          head: 'kg CO2e',
          className: 'end strong',
          cell: (assumption) => figure(assumption.contributionShare * total),
        },
      ]}
    />
  );
}

/** Parts that the result leaves out, and facts to check it by. */
function Limits({ footprint }: { readonly footprint: Footprint }) {
  const place = usePlace();
  return (
    <section className="stack-2 quiet small">
      {footprint.notCovered.length > 0 && (
        <details>
          <summary>
            {t('{count, plural, one {# part is} other {# parts are}} not covered', {
              count: footprint.notCovered.length,
            })}
          </summary>
          <ul className="list">
            {footprint.notCovered.map(({ phase, reason }, index) => (
              <li key={index}>
                {phase === null ? '' : `${wordsOf(phase)}: `}
                <ServiceText>{reason}</ServiceText>
              </li>
            ))}
          </ul>
        </details>
      )}
      <p>
        {rich('Calculated {createdAt} with engine {engineVersion} and {link}. Snapshot', {
          createdAt: momentOf(footprint.createdAt),
          engineVersion: footprint.engineVersion,
          link: (
            <Link to="/app/$organization/$world/factors" params={place}>
              {footprint.factorSets.map(titleOfSet).join(', ')}
            </Link>
          ),
        })}{' '}
        <span className="code">{footprint.snapshotHash}</span>
      </p>
    </section>
  );
}
