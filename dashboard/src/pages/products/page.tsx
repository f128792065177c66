import { Link, useParams, useSearch } from '@tanstack/react-router';
import { Calculator } from 'lucide-react';
import { useState } from 'react';
import { graphql } from '../../api/graphql.ts';
import { useHasTier, usePlace } from '../../api/place.ts';
import { request } from '../../api/request.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { useChange } from '../../api/use-change.ts';
import { t } from '../../language.ts';
import { Allowed } from '../../parts/page/allowed.tsx';
import { Missing } from '../../parts/page/missing.tsx';
import { TaskFailure } from '../../parts/page/notice.tsx';
import { PageHead } from '../../parts/page/page-head.tsx';
import { PathLink } from '../../parts/page/path-link.tsx';
import { QueryView } from '../../parts/page/query-view.tsx';
import { NewScenario } from '../../parts/scenarios/new-scenario.tsx';
import { exactNumber, inSentence, labelled, wordsOf } from '../../parts/texts/format.ts';
import { AssetsTab } from './belongings/assets.tsx';
import { ChainTab } from './belongings/chain.tsx';
import { PassportsTab } from './belongings/passports.tsx';
import { BillTab } from './bill/bill.tsx';
import { ExportResult } from './export-result.tsx';
import { FootprintTab } from './footprint/footprint.tsx';
import { HistoryTab } from './history/history.tsx';
import { LeversTab } from './levers/levers.tsx';

const PRODUCT = graphql(`
  query ProductPage($id: ID!) {
    product(id: $id) {
      id
      name
      sku
      gtin
      netMassKg
      declaredUnit { amount unit }
      footprintBasis
      footprint { id createdAt }
    }
  }
`);

const CALCULATE = graphql(`
  mutation Calculate($input: CalculateProductFootprintInput!) {
    calculateProductFootprint(input: $input) { calculation { id } }
  }
`);

const TABS = [
  ['footprint', t('Footprint')],
  ['materials', t('Bill of materials')],
  ['levers', t('Levers')],
  ['chain', t('Supply chain')],
  ['passports', t('Passports')],
  ['assets', t('Assets')],
  ['history', t('History')],
] as const;

const ROUTE = '/app/$organization/$world/products/$id';

const BOUNDARIES = ['CRADLE_TO_GRAVE', 'CRADLE_TO_GATE', 'CRADLE_TO_SHELF'] as const;
type Boundary = (typeof BOUNDARIES)[number];

/** One product: the number, its range, its causes, its materials and its history. */
export function ProductPage() {
  const place = usePlace();
  const { id } = useParams({ from: ROUTE });
  const search = useSearch({ from: ROUTE });
  const tab = TABS.find(([name]) => name === search.tab)?.[0] ?? 'footprint';
  const [boundary, setBoundary] = useState<Boundary>();
  const query = useAnswer(PRODUCT, { id });
  const hasFull = useHasTier('GROWTH');
  const task = useChange(async (boundary: Boundary | null) => {
    const detail = boundary === null ? 'BASIC' : 'FULL';
    await request(place, CALCULATE, {
      input: { productId: id, detail, boundary, asProductFootprint: true },
    });
  });
  return (
    <QueryView
      query={query}
      purpose={t('A product shows its footprint, its materials and its history.')}
    >
      {({ product }) =>
        product === null ? (
          <Missing>{t('This product does not exist, or not in this environment.')}</Missing>
        ) : (
          <>
            <PageHead
              title={product.name}
              about={describe(product)}
              path={
                <PathLink to="/app/$organization/$world/products" params={place}>
                  {t('Products')}
                </PathLink>
              }
            >
              <NewScenario
                name={labelled(t('What if'), product.name)}
                subject={{ productId: id }}
              />
              {product.footprint !== null && (
                <ExportResult productId={id} calculationId={product.footprint.id} />
              )}
              <Allowed permission="CALCULATIONS_WRITE">
                {hasFull && (
                  <select
                    className="inline"
                    aria-label={t('Boundary')}
                    value={boundary ?? boundaryOf(product)}
                    onChange={({ target }) =>
                      setBoundary(BOUNDARIES.find((each) => each === target.value))
                    }
                  >
                    {BOUNDARIES.map((each) => (
                      <option key={each} value={each}>
                        {wordsOf(each)}
                      </option>
                    ))}
                  </select>
                )}
                <button
                  type="button"
                  className="main"
                  disabled={task.isRunning}
                  onClick={() => void task.run(hasFull ? (boundary ?? boundaryOf(product)) : null)}
                >
                  <Calculator />
                  {task.isRunning
                    ? t('Calculating …')
                    : product.footprint === null
                      ? t('Calculate')
                      : t('Recalculate')}
                </button>
              </Allowed>
            </PageHead>
            <nav className="tabs" aria-label={t('Parts of the product')}>
              {TABS.map(([name, label]) => (
                <Link
                  key={name}
                  to={ROUTE}
                  params={{ ...place, id }}
                  search={name === 'footprint' ? {} : { tab: name }}
                  activeProps={{}}
                  className={tab === name ? 'active' : undefined}
                  aria-current={tab === name ? 'page' : undefined}
                >
                  {label}
                </Link>
              ))}
            </nav>
            <TaskFailure task={task} />
            {tab === 'footprint' && <FootprintTab productId={id} />}
            {tab === 'materials' && <BillTab productId={id} />}
            {tab === 'levers' && <LeversTab productId={id} />}
            {tab === 'chain' && <ChainTab productId={id} />}
            {tab === 'passports' && <PassportsTab productId={id} />}
            {tab === 'assets' && <AssetsTab productId={id} />}
            {tab === 'history' && <HistoryTab productId={id} />}
          </>
        )
      }
    </QueryView>
  );
}

/** The boundary of the product's footprint, which a recalculation keeps. */
function boundaryOf({ footprintBasis }: { readonly footprintBasis: string }): Boundary {
  return BOUNDARIES.find((each) => footprintBasis === `FULL_${each}`) ?? 'CRADLE_TO_GRAVE';
}

function describe({
  sku,
  gtin,
  declaredUnit,
  netMassKg,
}: {
  readonly sku: string | null;
  readonly gtin: string | null;
  readonly declaredUnit: { readonly amount: number; readonly unit: string };
  readonly netMassKg: number | null;
}): string {
  return [
    sku,
    gtin === null ? null : `GTIN ${gtin}`,
    `${exactNumber(declaredUnit.amount)} ${inSentence(wordsOf(declaredUnit.unit))}`,
    netMassKg === null ? null : `${exactNumber(netMassKg)}\u{a0}kg`,
  ]
    .filter((part) => part !== null)
    .join(' · ');
}
