import { Link } from '@tanstack/react-router';
import { BookOpen, CircleCheck, CircleDashed, Package } from 'lucide-react';
import { graphql } from '../../api/graphql.ts';
import { useMay, usePlace } from '../../api/place.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { t } from '../../language.ts';
import { FailureNotice, Loading } from '../../parts/page/notice.tsx';
import { PageTitle } from '../../parts/page/page-title.tsx';
import { Panel } from '../../parts/page/panel.tsx';
import { Activity } from './activity.tsx';
import { Attention } from './attention.tsx';
import { Catalogue } from './catalogue.tsx';
import { MeasureNext } from './measure-next.tsx';
import { Requests } from './requests.tsx';

const HOME = graphql(`
  query Home {
    products(first: 1) { totalCount }
    calculations(first: 1, filter: { isOfScenario: false }) { totalCount }
  }
`);

const KEYS = graphql(`
  query HomeKeys { apiKeys(first: 1) { totalCount } }
`);

/** Tasks for a person come first: the three first steps, then the latest events. */
export function Home() {
  const place = usePlace();
  const mayManageKeys = useMay('API_KEYS_MANAGE');
  const mayAddProducts = useMay('PRODUCTS_WRITE');
  const home = useAnswer(HOME, {});
  const keys = useAnswer(KEYS, {}, { enabled: mayManageKeys });
  if (home.error !== null)
    return <FailureNotice error={home.error} onRetry={() => void home.refetch()} />;
  const products = home.data?.products?.totalCount ?? 0;
  const calculations = home.data?.calculations?.totalCount ?? 0;
  const hasKeys = !mayManageKeys || (keys.data?.apiKeys?.totalCount ?? 0) > 0;
  const isNew = mayAddProducts && (!hasKeys || products === 0 || calculations === 0);
  return (
    <>
      <div className="page-head">
        <PageTitle>{t('Home')}</PageTitle>
        <div className="row">
          <a className="button" href="/docs/getting-started">
            <BookOpen /> {t('Quickstart')}
          </a>
          <Link className="button main" to="/app/$organization/$world/products" params={place}>
            <Package /> {mayAddProducts ? t('Add products') : t('Open products')}
          </Link>
        </div>
      </div>
      {home.isPending && <Loading />}
      {!home.isPending && isNew && (
        <div className="home-grid">
          <FirstSteps {...{ mayManageKeys, hasKeys, products, calculations }} />
          <Activity />
        </div>
      )}
      {!home.isPending && !isNew && (
        <>
          <Attention />
          <div className="home-grid">
            <Requests />
            <Activity />
          </div>
          <div className="home-grid even">
            <Catalogue />
            <MeasureNext />
          </div>
        </>
      )}
    </>
  );
}

function FirstSteps({
  mayManageKeys,
  hasKeys,
  products,
  calculations,
}: {
  readonly mayManageKeys: boolean;
  readonly hasKeys: boolean;
  readonly products: number;
  readonly calculations: number;
}) {
  return (
    <Panel title={t('First steps')}>
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
          isDone={calculations > 0}
          text={t('Calculate its footprint')}
          to="/app/$organization/$world/products"
          search={products > 1 ? { footprint: 'NOT_CALCULATED' } : {}}
        />
      </ol>
    </Panel>
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
