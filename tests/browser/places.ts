import { until } from '../../server/src/platform/testing.ts';
import { at, dataOf } from '../http/client.ts';
import { resetSandbox } from '../http/reset-sandbox.ts';
import { invitationTo, type Visitor } from './chromium.ts';

/** Addresses of all pages, by area, in an organization whose sandbox holds the mock data. */
export type Places = {
  readonly entrance: readonly string[];
  readonly products: readonly string[];
  readonly chains: readonly string[];
  readonly trade: readonly string[];
  readonly factors: readonly string[];
  readonly passports: readonly string[];
  readonly settings: readonly string[];
};

const IDS = `{
  product(externalId: "garment-13") { id }
  orders(first: 1, filter: { state: DELIVERED }) { nodes { id } }
  customers(first: 1) { nodes { id } }
  supplyChains(first: 1) { nodes { id } }
  emissionFactors(first: 1, filter: { text: "cotton" }) { nodes { id } }
}`;
const CALCULATE = `mutation ($id: ID!) {
  calculateProductFootprint(input: { productId: $id, detail: FULL, asProductFootprint: true }) {
    calculation { id }
  }
}`;
const SCENARIO = `mutation ($id: ID!) {
  createScenario(input: {
    name: "Recycled cotton"
    productId: $id
    overrides: [{ select: { path: "components.0" }, setRecycledShare: 1 }]
  }) { scenario { id } }
}`;
const RUN = 'mutation ($id: ID!) { runScenario(input: { id: $id }) { scenario { id } } }';
const CATALOGUE =
  'mutation { calculateCatalogue(input: { asProductFootprint: true }) { calculation { id } } }';
const PASSPORT = `mutation ($id: ID!) {
  generateDpp(input: { productId: $id, schema: "textile" }) { dpp { id } }
}`;
const ENDPOINT = `mutation {
  createWebhookEndpoint(input: { url: "http://localhost:9999/hooks" }) { webhookEndpoint { id } }
}`;

/** Fills the sandbox of a visitor with the mock data, one FULL result, two scenarios and an endpoint. */
export async function filledPlaces({ at: place, urlOf }: Visitor): Promise<Places> {
  await resetSandbox(place);
  const ids = dataOf(await place.send(IDS));
  const product = String(at(ids, 'product', 'id'));
  const first = (list: string) => String(at(ids, list, 'nodes', 0, 'id'));
  const calculated = [
    dataOf(await place.send(CALCULATE, { id: product })),
    dataOf(await place.send(CALCULATE, { id: product })),
  ].map((data) => String(at(data, 'calculateProductFootprint', 'calculation', 'id')));
  const scenarios: string[] = [];
  for (const _ of calculated) {
    const made = dataOf(await place.send(SCENARIO, { id: product }));
    const id = String(at(made, 'createScenario', 'scenario', 'id'));
    dataOf(await place.send(RUN, { id }));
    scenarios.push(id);
  }
  await untilCompleted(place, scenarios);
  const catalogue = dataOf(await place.send(CATALOGUE));
  const run = at(catalogue, 'calculateCatalogue', 'calculation', 'id');
  const endpoint = dataOf(await place.send(ENDPOINT));
  const endpointId = String(at(endpoint, 'createWebhookEndpoint', 'webhookEndpoint', 'id'));
  const drafted = dataOf(await place.send(PASSPORT, { id: product }));
  const passport = `/passports/${at(drafted, 'generateDpp', 'dpp', 'id')}`;
  const publishing = dataOf(await place.send('mutation { publishDpps(input: {}) { job { id } } }'));
  const job = at(publishing, 'publishDpps', 'job', 'id');
  const chain = `/supply-chains/${first('supplyChains')}`;
  const inPlace = (paths: readonly string[]) => paths.map((path) => urlOf(path));
  return {
    entrance: [
      '/sign-in',
      '/sign-up',
      await invitationTo(place.organization, 'VIEWER'),
      '/forgotten-password',
      '/reset/nothing',
      '/email/nothing',
      '/app/nowhere/live',
      urlOf(''),
      urlOf('', 'live'),
      ...inPlace(['/search?text=cotton']),
    ],
    products: inPlace([
      '/products',
      '/products?footprint=NOT_CALCULATED',
      `/products/footprints/${run}`,
      '/imports',
      `/products/${product}`,
      `/products/${product}?tab=materials`,
      `/products/${product}?tab=levers`,
      `/products/${product}?tab=history&compare=${calculated.join(',')}`,
    ]),
    chains: inPlace([
      '/supply-chains',
      chain,
      `${chain}?view=map`,
      `${chain}?view=table`,
      `${chain}?view=edit`,
    ]),
    trade: inPlace([
      '/scenarios',
      `/scenarios/${scenarios[0]}`,
      `/scenarios/compare?ids=${scenarios.join(',')}`,
      '/orders',
      `/orders/${first('orders')}`,
      '/customers',
      `/customers/${first('customers')}`,
    ]),
    factors: inPlace(['/factors', '/factors?view=sets', `/factors/${first('emissionFactors')}`]),
    passports: inPlace([
      '/passports',
      passport,
      `${passport}?tab=preview`,
      `${passport}?tab=access`,
      `${passport}?tab=registry`,
      `${passport}?tab=events`,
      `/passports/jobs/${job}`,
      '/assets',
      '/assets/new',
      '/partners',
    ]),
    settings: inPlace([
      '/webhooks',
      `/webhooks/${endpointId}`,
      '/requests',
      '/settings/organization',
      '/settings/usage',
      '/settings/audit',
      '/settings/api-keys',
      '/settings/members',
      '/settings/security',
    ]),
  };
}

async function untilCompleted(place: Visitor['at'], ids: readonly string[]): Promise<void> {
  await until(async () => {
    const data = dataOf(
      await place.send('query ($ids: [ID!]!) { nodes(ids: $ids) { ... on Scenario { state } } }', {
        ids,
      }),
    );
    return ids.every((_, index) => at(data, 'nodes', index, 'state') === 'COMPLETED');
  });
}
