import { Link, useParams, useSearch } from '@tanstack/react-router';
import { Calculator } from 'lucide-react';
import { useState } from 'react';
import { graphql } from '../../api/graphql.ts';
import { useHasTier, usePlace } from '../../api/place.ts';
import { request } from '../../api/request.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { useChange } from '../../api/use-change.ts';
import { language, t } from '../../language.ts';
import { SelectField } from '../../parts/forms/field.tsx';
import { Allowed } from '../../parts/page/allowed.tsx';
import { Missing } from '../../parts/page/missing.tsx';
import { TaskFailure } from '../../parts/page/notice.tsx';
import { PageHead } from '../../parts/page/page-head.tsx';
import { QueryView } from '../../parts/page/query-view.tsx';
import { choicesOf, inSentence, wordsOf } from '../../parts/texts/format.ts';
import { BillTab } from './bill/bill.tsx';
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
      supplyChain { id name }
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
                <Link to="/app/$organization/$world/products" params={place}>
                  {t('Products')}
                </Link>
              }
            >
              <Allowed permission="CALCULATIONS_WRITE">
                <div className="row form-row">
                  {hasFull && (
                    <SelectField
                      label={t('Boundary')}
                      value={boundary ?? boundaryOf(product)}
                      choices={choicesOf(BOUNDARIES)}
                      onChange={({ target }) =>
                        setBoundary(BOUNDARIES.find((each) => each === target.value))
                      }
                    />
                  )}
                  <button
                    type="button"
                    className="main"
                    disabled={task.isRunning}
                    onClick={() =>
                      void task.run(hasFull ? (boundary ?? boundaryOf(product)) : null)
                    }
                  >
                    <Calculator />
                    {task.isRunning
                      ? t('Calculating …')
                      : product.footprint === null
                        ? t('Calculate')
                        : t('Recalculate')}
                  </button>
                </div>
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
              <Link
                to="/app/$organization/$world/passports"
                params={place}
                search={{ product: id }}
              >
                {t('Passports')}
              </Link>
              <Allowed permission="ASSETS_WRITE" tier="ENTERPRISE">
                <Link
                  to="/app/$organization/$world/assets/new"
                  params={place}
                  search={{ product: id }}
                >
                  {t('Make assets')}
                </Link>
              </Allowed>
              {product.supplyChain !== null && (
                <Link
                  to="/app/$organization/$world/supply-chains/$id"
                  params={{ ...place, id: product.supplyChain.id }}
                >
                  {t('Supply chain')}
                </Link>
              )}
            </nav>
            <TaskFailure task={task} />
            {tab === 'footprint' && <FootprintTab productId={id} />}
            {tab === 'materials' && <BillTab productId={id} />}
            {tab === 'levers' && <LeversTab productId={id} />}
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
    `${declaredUnit.amount} ${inSentence(wordsOf(declaredUnit.unit))}`,
    netMassKg === null ? null : `${netMassKg.toLocaleString(language)}\u{a0}kg`,
  ]
    .filter((part) => part !== null)
    .join(' · ');
}
