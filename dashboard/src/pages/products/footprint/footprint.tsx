import { Link } from '@tanstack/react-router';
import { TriangleAlert } from 'lucide-react';
import { graphql, type ResultOf } from '../../../api/graphql.ts';
import { usePlace } from '../../../api/place.ts';
import { useAnswer } from '../../../api/use-answer.ts';
import { rich, t } from '../../../language.ts';
import { ChartPanel } from '../../../parts/page/chart-panel.tsx';
import { Panel } from '../../../parts/page/panel.tsx';
import { QueryView } from '../../../parts/page/query-view.tsx';
import { ServiceText } from '../../../parts/service-text/service-text.tsx';
import { translatedLabel, useSentences } from '../../../parts/service-text/translate.ts';
import { figure, inSentence, momentOf, titleOfSet, wordsOf } from '../../../parts/texts/format.ts';
import { ReplayCheck } from '../history/replay-check.tsx';
import { PhaseBar, PhaseRows } from '../phases.tsx';
import { CauseBars } from './cause-bars.tsx';
import { Causes } from './causes.tsx';
import { Equivalents } from './equivalents.tsx';
import { FlowChart } from './flow-chart.tsx';
import { Headline } from './headline.tsx';
import { MeasureNext } from './measure-next.tsx';

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
          nodes { path label co2eKg share phase factorId factorName source geography year }
        }
        assumptions { path value reason source contributionShare }
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
          sensitivities { path label lowCo2eKg highCo2eKg }
        }
      }
    }
  }
`);

export type Product = NonNullable<ResultOf<typeof FOOTPRINT>['product']>;
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
          <TriangleAlert />
          <ul className="steps">
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
            <FlowChart activities={activities} />
          </>
        }
        bars={
          <>
            <PhaseBar phases={footprint.phases} />
            <CauseBars activities={activities} />
          </>
        }
        table={<Causes causes={activities} />}
      >
        <Credits footprint={footprint} />
      </ChartPanel>
      <div className="columns">
        <Panel title={t('By phase')} note="kg CO2e">
          <PhaseRows
            phases={footprint.phases}
            beyondSystemCo2eKg={footprint.full?.beyondSystemCo2eKg}
          />
        </Panel>
        <MeasureNext footprint={footprint} />
      </div>
      <Equivalents calculationId={footprint.id} />
      <Limits footprint={footprint} />
    </>
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
        <span className="code">{footprint.snapshotHash}</span>{' '}
        <ReplayCheck id={footprint.id} name={momentOf(footprint.createdAt)} />
      </p>
    </section>
  );
}
