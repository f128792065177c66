import { Link, useParams, useSearch } from '@tanstack/react-router';
import { Calculator } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useMay, usePlace } from '../../api/place.ts';
import { request } from '../../api/request.ts';
import { KEEP_TYPED, useAnswer } from '../../api/use-answer.ts';
import { useChange } from '../../api/use-change.ts';
import { t } from '../../language.ts';
import { Allowed } from '../../parts/page/allowed.tsx';
import { Missing } from '../../parts/page/missing.tsx';
import { Loading, TaskFailure } from '../../parts/page/notice.tsx';
import { PageHead } from '../../parts/page/page-head.tsx';
import { PathLink } from '../../parts/page/path-link.tsx';
import { QueryView } from '../../parts/page/query-view.tsx';
import { TierNotice } from '../../parts/page/tier-notice.tsx';
import { figure } from '../../parts/texts/format.ts';
import { CALCULATE_CHAIN, SUPPLY_CHAIN, type SupplyChain } from './document.ts';
import { FacilityTable } from './table.tsx';

// Layout and world map are large: each loads with its view.
const ChainGraph = lazy(async () => ({ default: (await import('./graph.tsx')).ChainGraph }));
const ChainMap = lazy(async () => ({ default: (await import('./map.tsx')).ChainMap }));
const ChainEditor = lazy(async () => ({ default: (await import('./edit.tsx')).ChainEditor }));

const ROUTE = '/app/$organization/$world/supply-chains/$id';
const VIEWS = [
  ['graph', t('Graph by tier')],
  ['map', t('Map')],
  ['table', t('Table')],
  ['edit', t('Edit')],
] as const;

/** One supply chain as graph, map and table, which share what is selected. */
export function SupplyChainPage() {
  const place = usePlace();
  const mayWrite = useMay('SUPPLY_CHAINS_WRITE');
  const views = VIEWS.filter(([name]) => name !== 'edit' || mayWrite);
  const { id } = useParams({ from: ROUTE });
  const search = useSearch({ from: ROUTE });
  // The address of a view that this person does not have leads to the first one.
  const view = views.find(([name]) => name === search.view)?.[0] ?? 'graph';
  const [selected, setSelected] = useState<string>();
  const query = useAnswer(SUPPLY_CHAIN, { id }, KEEP_TYPED);
  const task = useChange(async (_: undefined) => {
    await request(place, CALCULATE_CHAIN, { input: { supplyChainId: id } });
  });
  return (
    <QueryView
      query={query}
      purpose={t('A supply chain shows where a product comes from and through whom.')}
    >
      {({ supplyChain }) =>
        supplyChain === null ? (
          <Missing>{t('This supply chain does not exist, or not in this environment.')}</Missing>
        ) : (
          <>
            <PageHead
              title={supplyChain.name}
              about={<About chain={supplyChain} />}
              path={
                <PathLink to="/app/$organization/$world/supply-chains" params={place}>
                  {t('Supply chains')}
                </PathLink>
              }
            >
              <Allowed permission="CALCULATIONS_WRITE" tier="GROWTH">
                <button
                  type="button"
                  className="main"
                  disabled={task.isRunning}
                  onClick={() => void task.run(undefined)}
                >
                  <Calculator />
                  {task.isRunning ? t('Calculating …') : t('Calculate')}
                </button>
              </Allowed>
            </PageHead>
            <TaskFailure task={task} />
            <TierNotice tier="GROWTH">
              {t('A calculation of the supply chain shows where its footprint comes from.')}
            </TierNotice>
            {supplyChain.cycles.length > 0 && (
              <div className="notice">
                <p>
                  {t('Loops: {cycles}. The calculation solves them.', {
                    cycles: supplyChain.cycles.map(({ keys }) => keys.join(' → ')).join('; '),
                  })}
                </p>
              </div>
            )}
            <nav className="tabs" aria-label={t('Views of the supply chain')}>
              {views.map(([name, label]) => (
                <Link
                  key={name}
                  to={ROUTE}
                  params={{ ...place, id }}
                  search={name === 'graph' ? {} : { view: name }}
                  activeProps={{}}
                  className={view === name ? 'active' : undefined}
                  aria-current={view === name ? 'page' : undefined}
                >
                  {label}
                </Link>
              ))}
            </nav>
            <Suspense fallback={<Loading />}>
              {view === 'graph' && (
                <ChainGraph chain={supplyChain} selected={selected} onSelect={setSelected} />
              )}
              {view === 'map' && (
                <ChainMap chain={supplyChain} selected={selected} onSelect={setSelected} />
              )}
              {view === 'table' && (
                <FacilityTable chain={supplyChain} selected={selected} onSelect={setSelected} />
              )}
              {view === 'edit' && mayWrite && (
                <ChainEditor key={supplyChain.version} chain={supplyChain} />
              )}
            </Suspense>
          </>
        )
      }
    </QueryView>
  );
}

function About({
  chain: { product, footprint, facilityCount, countries },
}: {
  readonly chain: SupplyChain;
}) {
  const place = usePlace();
  return (
    <>
      {product !== null && (
        <>
          <Link to="/app/$organization/$world/products/$id" params={{ ...place, id: product.id }}>
            {product.name}
          </Link>
          {' · '}
        </>
      )}
      {t(
        '{facilityCount, plural, one {# facility} other {# facilities}} in {count, plural, one {# country} other {# countries}}',
        { facilityCount, count: countries.length },
      )}
      {footprint?.co2eKg != null &&
        ` · ${t('{co2eKg} kg CO2e per unit', { co2eKg: figure(footprint.co2eKg) })}`}
    </>
  );
}
