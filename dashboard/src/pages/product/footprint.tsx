import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { request } from '../../api.ts';
import { graphql, type ResultOf } from '../../graphql.ts';
import { ChartPanel } from '../../parts/chart.tsx';
import { FlowChart } from '../../parts/flow-chart.tsx';
import { figure, momentOf, share, sinceOf, wordsOf } from '../../parts/format.ts';
import { Panel } from '../../parts/panel.tsx';
import { PhaseBar, PhaseRows } from '../../parts/phases.tsx';
import { QueryView } from '../../parts/query-view.tsx';
import { RangeChart } from '../../parts/range-chart.tsx';
import { usePlace } from '../../place.ts';
import { Causes } from './causes.tsx';

const FOOTPRINT = graphql(`
  query ProductFootprint($id: ID!) {
    product(id: $id) {
      declaredUnit { unit }
      updatedAt
      footprint {
        id
        co2eKg
        createdAt
        engineVersion
        snapshotHash
        phases { phase co2eKg share }
        contributions(first: 100) {
          nodes { label co2eKg share phase factorId factorName geography year }
        }
        assumptions { value reason source contributionShare }
        notCovered { phase reason }
        warnings { message }
        factorSets { name }
        full {
          boundary
          primaryDataShare
          beyondSystemCo2eKg
          uncertainty { lowCo2eKg highCo2eKg }
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
  const place = usePlace();
  const query = useQuery({
    queryKey: [place, 'product-footprint', productId],
    queryFn: () => request(place, FOOTPRINT, { id: productId }),
  });
  return (
    <QueryView query={query} purpose="The footprint of a product, with its range and its causes.">
      {({ product }) => {
        const footprint = product?.footprint ?? null;
        return product === null || footprint === null ? (
          <Panel title="Not calculated yet">
            <p>Calculate the footprint to see where it comes from.</p>
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
  const activities = (footprint.contributions?.nodes ?? []).filter((each) => each !== null);
  return (
    <>
      <Headline product={product} footprint={footprint} />
      {footprint.warnings.length > 0 && (
        <div className="notice warn">
          <ul className="stack-2 list">
            {footprint.warnings.map(({ message }) => (
              <li key={message}>{message}</li>
            ))}
          </ul>
        </div>
      )}
      <ChartPanel
        title="Where it comes from"
        note="kg CO2e, flows under 0.7% grouped"
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
        <Panel title="By phase" note="kg CO2e">
          <PhaseRows phases={footprint.phases} />
          {footprint.full !== null && footprint.full.beyondSystemCo2eKg !== 0 && (
            <p className="quiet small">
              Beyond the system {figure(footprint.full.beyondSystemCo2eKg)} kg, reported apart and
              never subtracted.
            </p>
          )}
        </Panel>
        <MeasureNext footprint={footprint} />
      </div>
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
  const isOlder = product.updatedAt > createdAt;
  return (
    <section className="panel split">
      <div className="stack-2">
        <p className="quiet small">
          {full === null ? 'The declared life cycle' : wordsOf(full.boundary)}, per{' '}
          {wordsOf(product.declaredUnit.unit).toLowerCase()}
        </p>
        <p className="headline">
          <strong>{co2eKg === null ? '–' : figure(co2eKg)}</strong>
          <span>
            kg CO<sub>2</sub>e
          </span>
        </p>
        {full === null ? (
          <p className="quiet">A BASIC result has no range. FULL results need the tier GROWTH.</p>
        ) : (
          <p>
            95 of 100 values fall between {figure(full.uncertainty.lowCo2eKg)} and{' '}
            {figure(full.uncertainty.highCo2eKg)}
          </p>
        )}
        <p className="row">
          {isOlder ? (
            <span className="chip warn">Older than the product: recalculate</span>
          ) : (
            <span className="chip ok">Current</span>
          )}
          <span className="chip">Calculated {sinceOf(createdAt)}</span>
          {full !== null && (
            <>
              <span className="chip">
                Data quality {figure(full.dataQuality.dqr)},{' '}
                {wordsOf(full.dataQuality.rating).toLowerCase()}
              </span>
              <span className="chip">{share(full.primaryDataShare)} primary data</span>
            </>
          )}
        </p>
      </div>
      {full !== null && co2eKg !== null && (
        <RangeChart
          low={full.uncertainty.lowCo2eKg}
          value={co2eKg}
          high={full.uncertainty.highCo2eKg}
        />
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
      <h3>Credits</h3>
      <ul className="list">
        {credits.map(
          (credit, index) =>
            credit !== null && (
              <li key={index}>
                {credit.label} ({wordsOf(credit.phase).toLowerCase()}): {figure(credit.co2eKg)} kg
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
    <Panel title="Measure next" note="Assumptions, largest effect first">
      {shown.length === 0 ? (
        <p className="quiet">Nothing was assumed.</p>
      ) : (
        <Assumptions assumptions={shown} total={footprint.co2eKg ?? 0} />
      )}
      {others.length > 0 && (
        <details>
          <summary>{others.length} smaller assumptions</summary>
          <Assumptions assumptions={others} total={footprint.co2eKg ?? 0} />
        </details>
      )}
    </Panel>
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
    <table>
      <thead>
        <tr>
          <th>Assumption</th>
          <th className="end">Share</th>
          <th className="end">kg CO2e</th>
        </tr>
      </thead>
      <tbody>
        {assumptions.map((assumption, index) => (
          <tr key={index}>
            <td data-label="Assumption">
              <span>
                {assumption.value}
                <br />
                <span className="quiet small">{assumption.reason}</span>
              </span>
            </td>
            <td data-label="Share" className="end">
              {share(assumption.contributionShare)}
            </td>
            <td data-label="kg CO2e" className="end strong">
              {figure(assumption.contributionShare * total)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Parts that the result leaves out, and facts to check it by. */
function Limits({ footprint }: { readonly footprint: Footprint }) {
  const place = usePlace();
  return (
    <section className="stack-2 quiet small">
      {footprint.notCovered.length > 0 && (
        <details>
          <summary>{footprint.notCovered.length} parts are not covered</summary>
          <ul className="list">
            {footprint.notCovered.map(({ phase, reason }, index) => (
              <li key={index}>
                {phase === null ? '' : `${wordsOf(phase)}: `}
                {reason}
              </li>
            ))}
          </ul>
        </details>
      )}
      <p>
        Calculated {momentOf(footprint.createdAt)} with engine {footprint.engineVersion} and{' '}
        <Link to="/app/$organization/$world/factors" params={place}>
          {footprint.factorSets.map(({ name }) => name).join(', ')}
        </Link>
        . Snapshot <span className="code">{footprint.snapshotHash}</span>
      </p>
    </section>
  );
}
