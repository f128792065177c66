import { Link } from '@tanstack/react-router';
import { CircleCheck, CircleDashed } from 'lucide-react';
import { graphql } from '../../api/graphql.ts';
import { useMay, usePlace } from '../../api/place.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { t } from '../../language.ts';
import { FailureNotice, Loading } from '../../parts/page/notice.tsx';
import { PageTitle } from '../../parts/page/page-title.tsx';
import { figure, sinceOf, wordsOf } from '../../parts/texts/format.ts';
import { Attention } from './attention.tsx';
import { Catalogue } from './catalogue.tsx';
import { MeasureNext } from './measure-next.tsx';
import { Requests } from './requests.tsx';

const HOME = graphql(`
  query Home {
    products(first: 1) { totalCount }
    calculations(first: 6, filter: { isOfScenario: false }) {
      totalCount
      nodes { id kind co2eKg createdAt product { id name } }
    }
  }
`);

const KEYS = graphql(`
  query HomeKeys { apiKeys(first: 1) { totalCount } }
`);

/** Tasks for a person come first: the three first steps, then the latest events. */
export function Home() {
  const place = usePlace();
  const mayManageKeys = useMay('API_KEYS_MANAGE');
  const home = useAnswer(HOME, {});
  const keys = useAnswer(KEYS, {}, { enabled: mayManageKeys });
  if (home.error !== null)
    return <FailureNotice error={home.error} onRetry={() => void home.refetch()} />;
  const products = home.data?.products?.totalCount ?? 0;
  const calculations = home.data?.calculations;
  const hasKeys = !mayManageKeys || (keys.data?.apiKeys?.totalCount ?? 0) > 0;
  const isNew = !hasKeys || products === 0 || calculations?.totalCount === 0;
  return (
    <>
      <div className="page-head">
        <PageTitle>{t('Home')}</PageTitle>
        <Link className="button main" to="/app/$organization/$world/products" params={place}>
          {t('Open products')}
        </Link>
      </div>
      {!isNew && <Attention />}
      {home.isPending ? (
        <Loading />
      ) : (
        <div className="columns">
          {isNew ? (
            <section className="panel">
              <header>
                <h2>{t('First steps')}</h2>
              </header>
              <ol className="steps">
                {mayManageKeys && (
                  <Step
                    isDone={hasKeys}
                    text={t('Create an API key')}
                    to="/app/$organization/$world/settings/api-keys"
                  />
                )}
                <Step
                  isDone={products > 0}
                  text={t('Add a product')}
                  to="/app/$organization/$world/products"
                />
                <Step
                  isDone={(calculations?.totalCount ?? 0) > 0}
                  text={t('Calculate its footprint')}
                  to="/app/$organization/$world/products"
                  search={products > 1 ? { footprint: 'NOT_CALCULATED' } : {}}
                />
              </ol>
            </section>
          ) : (
            <>
              <Requests />
              <Catalogue />
            </>
          )}
          <section className="panel">
            <header>
              <h2>{t('Latest calculations')}</h2>
              <span className="quiet small">
                {t('{count, plural, one {# product} other {# products}}', { count: products })}
              </span>
            </header>
            {calculations?.nodes.length === 0 && (
              <p className="quiet">{t('Nothing was calculated yet.')}</p>
            )}
            <table>
              <thead className="visually-hidden">
                <tr>
                  <th>{t('When')}</th>
                  <th>{t('Product')}</th>
                  <th>{t('Footprint')}</th>
                </tr>
              </thead>
              <tbody>
                {calculations?.nodes.map(
                  (calculation) =>
                    calculation !== null && (
                      <tr key={calculation.id}>
                        <td data-label={t('When')} className="quiet small when">
                          {sinceOf(calculation.createdAt)}
                        </td>
                        <td data-label={t('Product')} className="breakable">
                          <Subject calculation={calculation} />
                        </td>
                        <td data-label={t('Footprint')} className="end strong">
                          {calculation.co2eKg === null ? '–' : `${figure(calculation.co2eKg)} kg`}
                        </td>
                      </tr>
                    ),
                )}
              </tbody>
            </table>
          </section>
          {!isNew && <MeasureNext />}
        </div>
      )}
    </>
  );
}

function Subject({
  calculation: { id, kind, product },
}: {
  readonly calculation: {
    readonly id: string;
    readonly kind: string;
    readonly product: { readonly id: string; readonly name: string } | null;
  };
}) {
  const place = usePlace();
  if (product !== null) {
    return (
      <Link to="/app/$organization/$world/products/$id" params={{ ...place, id: product.id }}>
        {product.name}
      </Link>
    );
  }
  return kind === 'CATALOGUE' ? (
    <Link to="/app/$organization/$world/products/footprints/$id" params={{ ...place, id }}>
      {t('Calculation of the catalogue')}
    </Link>
  ) : (
    wordsOf(kind)
  );
}

function Step({
  isDone,
  text,
  to,
  search = {},
}: {
  readonly isDone: boolean;
  readonly text: string;
  readonly to: '/app/$organization/$world/settings/api-keys' | '/app/$organization/$world/products';
  readonly search?: { readonly footprint?: string };
}) {
  const place = usePlace();
  const Icon = isDone ? CircleCheck : CircleDashed;
  return (
    <li>
      <Icon />
      <Link to={to} params={place} search={search}>
        {text}
      </Link>
      {isDone && <span className="chip ok">{t('Done')}</span>}
    </li>
  );
}
