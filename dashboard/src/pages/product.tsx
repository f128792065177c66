import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { Calculator } from 'lucide-react';
import { request } from '../api.ts';
import { graphql, type ResultOf } from '../graphql.ts';
import { figure, share, sinceOf, wordsOf } from '../parts/format.ts';
import { FailureNotice, Loading } from '../parts/notice.tsx';
import { PhaseBar, PhaseRows } from '../parts/phases.tsx';
import { useMembership, usePlace } from '../place.ts';
import { useTask } from '../use-task.ts';

const PRODUCT = graphql(`
  query ProductPage($id: ID!) {
    product(id: $id) {
      id
      name
      sku
      gtin
      netMassKg
      declaredUnit { amount unit }
      components { name material massKg quantity originCountry recycledShare }
      footprint {
        id
        co2eKg
        detail
        createdAt
        engineVersion
        snapshotHash
        phases { phase co2eKg share }
        contributions(first: 8) {
          nodes { label co2eKg share phase factorName geography year }
        }
        assumptions { value reason source contributionShare }
        warnings { message }
        full {
          boundary
          primaryDataShare
          uncertainty { lowCo2eKg highCo2eKg }
          dataQuality { rating dqr }
        }
      }
    }
  }
`);

const CALCULATE = graphql(`
  mutation Calculate($input: CalculateProductFootprintInput!) {
    calculateProductFootprint(input: $input) { calculation { id } }
  }
`);

type Product = NonNullable<ResultOf<typeof PRODUCT>['product']>;
type Footprint = NonNullable<Product['footprint']>;

/** One product: the number, its range, its causes, and what to measure next. */
export function ProductPage() {
  const place = usePlace();
  const { id } = useParams({ from: '/app/$organization/$world/products/$id' });
  const queries = useQueryClient();
  const query = useQuery({
    queryKey: [place, 'product', id],
    queryFn: () => request(place, PRODUCT, { id }),
  });
  const membership = useMembership();
  const hasFull = place.world === 'sandbox' || membership?.tier !== 'FREE';
  const { run, isRunning, error } = useTask(async (detail: 'BASIC' | 'FULL') => {
    await request(place, CALCULATE, {
      input: { productId: id, detail, asProductFootprint: true },
    });
    await queries.invalidateQueries({ queryKey: [place] });
  });
  if (query.error !== null)
    return <FailureNotice error={query.error} onRetry={() => void query.refetch()} />;
  if (query.isPending) return <Loading />;
  const { product } = query.data;
  if (product === null) return <p>This product does not exist, or not in this environment.</p>;
  const { footprint } = product;
  return (
    <>
      <p className="quiet">
        <Link to="/app/$organization/$world/products" params={place}>
          Products
        </Link>{' '}
        / {product.name}
      </p>
      <div className="page-head">
        <div className="stack-2">
          <h1>{product.name}</h1>
          <p className="quiet">{describe(product)}</p>
        </div>
        <button
          type="button"
          className="main"
          disabled={isRunning}
          onClick={() => void run(hasFull ? 'FULL' : 'BASIC')}
        >
          <Calculator size={18} strokeWidth={1.6} aria-hidden />
          {isRunning ? 'Calculating …' : footprint === null ? 'Calculate' : 'Recalculate'}
        </button>
      </div>
      {error !== undefined && <FailureNotice error={error} />}
      {footprint === null ? (
        <div className="panel stack">
          <h2>Not calculated yet</h2>
          <p>Calculate the footprint to see where it comes from.</p>
        </div>
      ) : (
        <Result footprint={footprint} product={product} />
      )}
      <Materials product={product} />
    </>
  );
}

function describe({ sku, gtin, declaredUnit, netMassKg }: Product): string {
  return [
    sku,
    gtin === null ? null : `GTIN ${gtin}`,
    `${declaredUnit.amount} ${wordsOf(declaredUnit.unit).toLowerCase()}`,
    netMassKg === null ? null : `${netMassKg} kg`,
  ]
    .filter((part) => part !== null)
    .join(' · ');
}

function Result({
  footprint,
  product,
}: {
  readonly footprint: Footprint;
  readonly product: Product;
}) {
  const { full, co2eKg } = footprint;
  return (
    <>
      <section className="panel stack">
        <p className="quiet small">
          {full === null ? 'What is declared' : wordsOf(full.boundary)}, per{' '}
          {wordsOf(product.declaredUnit.unit).toLowerCase()}
        </p>
        <p className="headline">
          <strong>{co2eKg === null ? '–' : figure(co2eKg)}</strong>
          <span>
            kg CO<sub>2</sub>e
          </span>
        </p>
        {full !== null && (
          <p>
            95 of 100 values fall between {figure(full.uncertainty.lowCo2eKg)} and{' '}
            {figure(full.uncertainty.highCo2eKg)}
          </p>
        )}
        <p className="row">
          <span className="chip">Calculated {sinceOf(footprint.createdAt)}</span>
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
        <PhaseBar phases={footprint.phases} />
      </section>
      {footprint.warnings.length > 0 && (
        <div className="notice warn">
          <ul className="stack-2" style={{ margin: 0 }}>
            {footprint.warnings.map(({ message }) => (
              <li key={message}>{message}</li>
            ))}
          </ul>
        </div>
      )}
      <div className="columns">
        <div className="stack">
          <section className="panel">
            <header>
              <h2>By phase</h2>
              <span className="quiet small">kg CO2e</span>
            </header>
            <PhaseRows phases={footprint.phases} />
          </section>
          <MeasureNext footprint={footprint} />
        </div>
        <Causes footprint={footprint} />
      </div>
      <p className="quiet small">
        Snapshot <span className="code">{footprint.snapshotHash}</span>, engine{' '}
        {footprint.engineVersion}
      </p>
    </>
  );
}

function Causes({ footprint }: { readonly footprint: Footprint }) {
  return (
    <section className="panel">
      <header>
        <h2>Causes</h2>
        <span className="quiet small">Largest first</span>
      </header>
      <table>
        <thead>
          <tr>
            <th>Cause and factor</th>
            <th className="end">kg CO2e</th>
            <th className="end">Share</th>
          </tr>
        </thead>
        <tbody>
          {footprint.contributions?.nodes.map(
            (cause, index) =>
              cause !== null && (
                <tr key={`${cause.label} ${index}`}>
                  <td data-label="Cause and factor">
                    <span>
                      {cause.label}
                      <br />
                      <span className="quiet small">
                        {cause.factorName}, {cause.geography}
                        {cause.year === null ? '' : ` ${cause.year}`}
                      </span>
                    </span>
                  </td>
                  <td data-label="kg CO2e" className="end strong">
                    {figure(cause.co2eKg)}
                  </td>
                  <td data-label="Share" className="end quiet">
                    {share(cause.share)}
                  </td>
                </tr>
              ),
          )}
        </tbody>
      </table>
    </section>
  );
}

function MeasureNext({ footprint }: { readonly footprint: Footprint }) {
  const assumptions = footprint.assumptions.slice(0, 6);
  return (
    <section className="panel">
      <header>
        <h2>Measure next</h2>
        <span className="quiet small">Assumptions, largest effect first</span>
      </header>
      {assumptions.length === 0 && <p className="quiet">Nothing was assumed.</p>}
      {assumptions.length > 0 && (
        <table>
          <thead>
            <tr>
              <th>Assumption</th>
              <th className="end">Share</th>
            </tr>
          </thead>
          <tbody>
            {assumptions.map((assumption, index) => (
              <tr key={`${assumption.value} ${index}`}>
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
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

function Materials({ product }: { readonly product: Product }) {
  return (
    <section className="panel">
      <header>
        <h2>Bill of materials</h2>
        <span className="quiet small">Per declared unit</span>
      </header>
      {product.components.length === 0 ? (
        <p className="quiet">No components are declared.</p>
      ) : (
        <table>
          <thead>
            <tr>
              <th>Component</th>
              <th>Material</th>
              <th>Origin</th>
              <th className="end">Recycled</th>
              <th className="end">Mass, kg</th>
            </tr>
          </thead>
          <tbody>
            {product.components.map((component, index) => (
              <tr key={`${component.material} ${index}`}>
                <td data-label="Component">{component.name ?? `Component ${index + 1}`}</td>
                <td data-label="Material">{component.material ?? 'By reference'}</td>
                <td data-label="Origin">{component.originCountry ?? '–'}</td>
                <td data-label="Recycled" className="end">
                  {component.recycledShare === null ? '–' : share(component.recycledShare)}
                </td>
                <td data-label="Mass, kg" className="end">
                  {component.massKg ?? '–'}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
