import type { QueryClient } from '@tanstack/react-query';
import { createRoute, createRouter, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { fetchSession, type Session } from './api/session.ts';
import { Frame } from './frame/frame.tsx';
import { AREAS, loadTexts } from './language.ts';
import { outerRoutes, root } from './outer-routes.ts';
import { Broken } from './pages/broken.tsx';
import { NotFound } from './pages/not-found.tsx';
import { Loading } from './parts/page/notice.tsx';
import { textSearch } from './search.ts';

/** The address book of the pages. Each page loads with its route. */
export function createPageRouter(queries: QueryClient) {
  const session = () =>
    queries
      .fetchQuery({ queryKey: ['session'], queryFn: fetchSession, staleTime: 30_000 })
      .catch((error: unknown) => {
        // While the service does not answer, the page says so inside of the frame.
        const known = queries.getQueryData<Session>(['session']);
        if (known === undefined) throw error;
        return known;
      });

  const start = createRoute({
    getParentRoute: () => root,
    path: '/',
    beforeLoad: async () => {
      const { person, organizations, isSignUpOpen } = await session();
      if (person === null) throw redirect({ to: '/sign-in' });
      const [first] = organizations;
      if (first === undefined) throw redirect({ to: isSignUpOpen ? '/sign-up' : '/not-a-member' });
      const params = { organization: first.id, world: 'sandbox' } as const;
      throw redirect({ to: '/app/$organization/$world', params });
    },
  });

  const place = createRoute({
    getParentRoute: () => root,
    path: '/app/$organization/$world',
    params: {
      parse: ({ organization, world }) => ({
        organization,
        world: world === 'live' ? ('live' as const) : ('sandbox' as const),
      }),
      stringify: ({ organization, world }) => ({ organization, world }),
    },
    beforeLoad: async ({ location }) => {
      const current = await session();
      if (current.person === null)
        throw redirect({ to: '/sign-in', search: { to: location.href } });
      return { session: current };
    },
    component: Frame,
    notFoundComponent: NotFound,
  });

  const inPlace = {
    getParentRoute: () => place,
    beforeLoad: ({ location }: { readonly location: { readonly pathname: string } }) =>
      loadTextsOf(location.pathname),
  };
  const pages = [
    createRoute({
      ...inPlace,
      path: '/',
      component: lazyRouteComponent(() => import('./pages/home/page.tsx'), 'Home'),
    }),
    createRoute({
      ...inPlace,
      path: '/search',
      validateSearch: textSearch('text'),
      component: lazyRouteComponent(() => import('./pages/search.tsx'), 'SearchPage'),
    }),
    createRoute({
      ...inPlace,
      path: '/products',
      validateSearch: textSearch('text', 'status', 'footprint', 'sort', 'after', 'before'),
      component: lazyRouteComponent(() => import('./pages/products/list.tsx'), 'Products'),
    }),
    createRoute({
      ...inPlace,
      path: '/products/footprints/$id',
      component: lazyRouteComponent(
        () => import('./pages/products/catalogue-footprints/run.tsx'),
        'CatalogueRunPage',
      ),
    }),
    createRoute({
      ...inPlace,
      path: '/products/$id',
      validateSearch: textSearch('tab', 'compare', 'after', 'before'),
      component: lazyRouteComponent(() => import('./pages/products/page.tsx'), 'ProductPage'),
    }),
    createRoute({
      ...inPlace,
      path: '/imports',
      component: lazyRouteComponent(() => import('./pages/imports/list.tsx'), 'Imports'),
    }),
    createRoute({
      ...inPlace,
      path: '/imports/$id',
      component: lazyRouteComponent(() => import('./pages/imports/job.tsx'), 'ImportJob'),
    }),
    createRoute({
      ...inPlace,
      path: '/supply-chains',
      validateSearch: textSearch('text', 'after', 'before'),
      component: lazyRouteComponent(() => import('./pages/supply-chains/list.tsx'), 'SupplyChains'),
    }),
    createRoute({
      ...inPlace,
      path: '/supply-chains/$id',
      validateSearch: textSearch('view'),
      component: lazyRouteComponent(
        () => import('./pages/supply-chains/page.tsx'),
        'SupplyChainPage',
      ),
    }),
    createRoute({
      ...inPlace,
      path: '/scenarios',
      validateSearch: textSearch('state', 'after', 'before'),
      component: lazyRouteComponent(() => import('./pages/scenarios/list.tsx'), 'Scenarios'),
    }),
    createRoute({
      ...inPlace,
      path: '/scenarios/compare',
      validateSearch: textSearch('ids'),
      component: lazyRouteComponent(
        () => import('./pages/scenarios/compare.tsx'),
        'CompareScenarios',
      ),
    }),
    createRoute({
      ...inPlace,
      path: '/scenarios/$id',
      validateSearch: textSearch('after', 'before'),
      component: lazyRouteComponent(() => import('./pages/scenarios/page.tsx'), 'ScenarioPage'),
    }),
    createRoute({
      ...inPlace,
      path: '/orders',
      validateSearch: textSearch('text', 'state', 'payment', 'after', 'before'),
      component: lazyRouteComponent(() => import('./pages/orders/list.tsx'), 'Orders'),
    }),
    createRoute({
      ...inPlace,
      path: '/orders/$id',
      component: lazyRouteComponent(() => import('./pages/orders/page.tsx'), 'OrderPage'),
    }),
    createRoute({
      ...inPlace,
      path: '/customers',
      validateSearch: textSearch('text', 'after', 'before'),
      component: lazyRouteComponent(() => import('./pages/customers/list.tsx'), 'Customers'),
    }),
    createRoute({
      ...inPlace,
      path: '/customers/$id',
      component: lazyRouteComponent(() => import('./pages/customers/page.tsx'), 'CustomerPage'),
    }),
    createRoute({
      ...inPlace,
      path: '/factors',
      validateSearch: textSearch('text', 'geography', 'unit', 'set', 'view', 'after', 'before'),
      component: lazyRouteComponent(() => import('./pages/factors/list.tsx'), 'Factors'),
    }),
    createRoute({
      ...inPlace,
      path: '/factors/$id',
      component: lazyRouteComponent(() => import('./pages/factors/page.tsx'), 'FactorPage'),
    }),
    createRoute({
      ...inPlace,
      path: '/assets',
      validateSearch: textSearch('kind', 'format', 'after', 'before'),
      component: lazyRouteComponent(() => import('./pages/assets/list.tsx'), 'Assets'),
    }),
    createRoute({
      ...inPlace,
      path: '/assets/new',
      validateSearch: textSearch('product', 'kind'),
      component: lazyRouteComponent(() => import('./pages/assets/make.tsx'), 'MakeAssets'),
    }),
    createRoute({
      ...inPlace,
      path: '/assets/batches/$id',
      component: lazyRouteComponent(() => import('./pages/assets/batch.tsx'), 'AssetBatchPage'),
    }),
    createRoute({
      ...inPlace,
      path: '/passports',
      validateSearch: textSearch(
        'text',
        'gtin',
        'state',
        'level',
        'schema',
        'footprint',
        'product',
        'after',
        'before',
      ),
      component: lazyRouteComponent(() => import('./pages/passports/list.tsx'), 'Passports'),
    }),
    createRoute({
      ...inPlace,
      path: '/passports/jobs/$id',
      component: lazyRouteComponent(() => import('./pages/passports/job.tsx'), 'PassportJobPage'),
    }),
    createRoute({
      ...inPlace,
      path: '/passports/$id',
      validateSearch: textSearch('tab'),
      component: lazyRouteComponent(() => import('./pages/passports/page.tsx'), 'PassportPage'),
    }),
    createRoute({
      ...inPlace,
      path: '/partners',
      validateSearch: textSearch('after', 'before'),
      component: lazyRouteComponent(() => import('./pages/partners/list.tsx'), 'Partners'),
    }),
    createRoute({
      ...inPlace,
      path: '/partners/exchanges/$id',
      component: lazyRouteComponent(() => import('./pages/partners/exchange.tsx'), 'ExchangePage'),
    }),
    createRoute({
      ...inPlace,
      path: '/webhooks',
      component: lazyRouteComponent(() => import('./pages/webhooks/list.tsx'), 'Webhooks'),
    }),
    createRoute({
      ...inPlace,
      path: '/webhooks/$id',
      validateSearch: textSearch('state', 'after', 'before'),
      component: lazyRouteComponent(
        () => import('./pages/webhooks/endpoint.tsx'),
        'WebhookEndpointPage',
      ),
    }),
    createRoute({
      ...inPlace,
      path: '/webhooks/deliveries/$id',
      component: lazyRouteComponent(
        () => import('./pages/webhooks/delivery.tsx'),
        'WebhookDeliveryPage',
      ),
    }),
    createRoute({
      ...inPlace,
      path: '/requests',
      validateSearch: textSearch('operation', 'outcome', 'failed', 'after', 'before'),
      component: lazyRouteComponent(() => import('./pages/requests.tsx'), 'Requests'),
    }),
    createRoute({
      ...inPlace,
      path: '/settings/usage',
      validateSearch: textSearch('from', 'to'),
      component: lazyRouteComponent(() => import('./pages/settings/usage.tsx'), 'Usage'),
    }),
    createRoute({
      ...inPlace,
      path: '/settings/audit',
      validateSearch: textSearch('action', 'from', 'to', 'actor', 'object', 'after', 'before'),
      component: lazyRouteComponent(() => import('./pages/settings/audit-log.tsx'), 'AuditLog'),
    }),
    createRoute({
      ...inPlace,
      path: '/settings/organization',
      component: lazyRouteComponent(
        () => import('./pages/settings/organization.tsx'),
        'OrganizationPage',
      ),
    }),
    createRoute({
      ...inPlace,
      path: '/settings/api-keys',
      component: lazyRouteComponent(() => import('./pages/settings/api-keys/list.tsx'), 'ApiKeys'),
    }),
    createRoute({
      ...inPlace,
      path: '/settings/members',
      component: lazyRouteComponent(() => import('./pages/settings/members/page.tsx'), 'Members'),
    }),
    createRoute({
      ...inPlace,
      path: '/settings/security',
      validateSearch: textSearch('error'),
      component: lazyRouteComponent(() => import('./pages/settings/security/page.tsx'), 'Security'),
    }),
  ] as const;

  return createRouter({
    routeTree: root.addChildren([start, ...outerRoutes, place.addChildren(pages)]),
    defaultErrorComponent: Broken,
    defaultPendingComponent: Loading,
    defaultPendingMinMs: 0,
    defaultPreload: 'intent',
    // The page of another object begins anew: what was chosen or typed for one would be of the other.
    defaultRemountDeps: ({ routeId, params }) => (routeId === place.id ? null : params),
    scrollRestoration: true,
  });
}

/** Loads the texts of a page: its address, `/app/{organization}/{world}/{area}/…`, names the folder that it is in. */
async function loadTextsOf(pathname: string): Promise<void> {
  const [name = 'home'] = pathname.split('/').filter(Boolean).slice(3);
  const area = AREAS.find((each) => each === name);
  if (area !== undefined) await loadTexts(area);
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createPageRouter>;
  }
}
