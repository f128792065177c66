import { encodeId } from '../../server/src/platform/ids.ts';
import type { BenchmarkDatabase } from './database.ts';
import type { Customer } from './trackway.ts';
import { cursorAfter } from './walk.ts';

/** Requests of a customer, as bodies that are sent in turn. */
export type Question = { readonly name: string; readonly bodies: readonly string[] };

const PAGE_SIZE = 50;
/** Number of different rows that a request asks for, so that no single row is read repeatedly. */
const VARIETY = 40;

const SEARCHES = [
  'cotton',
  'linen shirt',
  'organic wool jacket',
  'recycled hemp 12',
  'cashmre',
  'clasic denim',
  'SKU-777',
  'ext-4321',
  'hood',
  'vintage silk dres',
  'slim leather boots',
  'wint',
  'summer nylon skirt 98',
  'order-99',
  'polyester gloves',
  'trowsers',
  'garment',
  'xyzzy',
  'light viscose sc',
  'heavy coat 5000',
];

const PAGE = `query Page($after: String) { products(first: ${PAGE_SIZE}, after: $after) {
  edges { node { id name } } pageInfo { hasNextPage endCursor } } }`;
const FILTERED = `query Filtered($filter: ProductFilter, $sortBy: ProductSort) {
  products(first: 20, filter: $filter, sortBy: $sortBy) { edges { node { id name } } pageInfo { hasNextPage } } }`;
const ORDERS = `query Orders($filter: OrderFilter, $sortBy: OrderSort) {
  orders(first: 20, filter: $filter, sortBy: $sortBy) { edges { node { id state } } pageInfo { hasNextPage } } }`;
const NODE = 'query Node($id: ID!) { node(id: $id) { id ... on Product { name sku } } }';
const NESTED = `query Nested($after: String) { orders(first: 10, after: $after) { edges { node { id
  lines { quantity product { name footprint { co2eKg } } } } } pageInfo { endCursor } } }`;
const SEARCH = `query Search($query: String!) { search(query: $query, first: 20) {
  edges { score highlights { html } node { ... on Product { id name } ... on Order { id } } } } }`;
const TOTAL = '{ products { totalCount } orders { totalCount } }';

/** The same questions for a customer of any size; `size` is the number of its products and orders. */
export async function questionsFor(
  { server, tenant }: Customer,
  database: BenchmarkDatabase,
  size: number,
): Promise<Question[]> {
  const deepPage = Math.min(3_000, Math.floor((size * 0.75) / PAGE_SIZE));
  const after = await cursorAfter(server, (deepPage - 1) * PAGE_SIZE);
  const ids: string[] = [];
  for (let at = 1; at <= VARIETY; at += 1) {
    const number = Math.floor((at * size) / VARIETY);
    const id = await database.value("select scale_id($1, 'product', $2)", [
      tenant.organizationId,
      number,
    ]);
    ids.push(encodeId('product', id));
  }
  const body = (query: string, variables: object = {}) => JSON.stringify({ query, variables });
  const filtered = (filter: object, field?: string) =>
    body(FILTERED, { filter, ...(field && { sortBy: { field, direction: 'DESC' } }) });
  return [
    { name: 'first page', bodies: [body(PAGE)] },
    { name: 'page 3,000 (150 of the small)', bodies: [body(PAGE, { after })] },
    { name: 'filter: sector', bodies: [filtered({ sectorTag: 'SPORTS' })] },
    { name: 'filter: text, frequent', bodies: [filtered({ text: 'cotton' })] },
    { name: 'filter: text, rare', bodies: [filtered({ text: 'shirt 777' })] },
    { name: 'filter: state, by price', bodies: [filtered({ status: ['DRAFT'] }, 'PRICE')] },
    { name: 'filter: footprint, by footprint', bodies: [filtered({ minCo2eKg: 9 }, 'FOOTPRINT')] },
    {
      name: 'orders: unpaid, newest placed first',
      bodies: [
        body(ORDERS, {
          filter: { paymentState: ['UNPAID'] },
          sortBy: { field: 'PLACED_AT', direction: 'DESC' },
        }),
      ],
    },
    { name: 'node', bodies: ids.map((id) => body(NODE, { id })) },
    { name: 'orders → lines → product → footprint', bodies: [body(NESTED)] },
    { name: 'search', bodies: SEARCHES.map((query) => body(SEARCH, { query })) },
    { name: 'totalCount', bodies: [body(TOTAL)] },
  ];
}
