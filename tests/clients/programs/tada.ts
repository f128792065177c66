import { initGraphQLTada, type ResultOf, type VariablesOf } from 'gql.tada';
import { print } from 'graphql';
import type { introspection } from './generated/introspection.d.ts';
import { OPERATIONS, post, SIZE } from './setting.js';
import { refusal, runShop } from './shop.js';

/** Documents whose types gql.tada infers from the schema, sent with fetch. */

const graphql = initGraphQLTada<{
  introspection: introspection;
  scalars: { CurrencyCode: string };
}>();

const Product = graphql(`
  query TadaProducts($first: Int!) {
    products(first: $first) {
      totalCount
      edges { node { id name price { amount currencyCode } status } }
    }
  }
`);

type Answer = ResultOf<typeof Product>;
type Variables = VariablesOf<typeof Product>;

await runShop(async (name: string, variables: object) => {
  const { data, errors } = await post(print(OPERATIONS[name]), variables);
  if (errors !== undefined) throw refusal(errors);
  return data;
}, SIZE);

const variables: Variables = { first: 1 };
const { data }: { data: Answer } = await post(print(Product), variables);
const total: number = data.products?.totalCount ?? 0;
const node = data.products?.edges[0]?.node;
const status: 'ACTIVE' | 'ARCHIVED' | 'DRAFT' | undefined = node?.status;
const currency: string | undefined = node?.price?.currencyCode;
if (total === 0 || status === undefined) throw new Error(`No product in ${currency}.`);
// A size is a number: text does not fit.
true satisfies { first: string } extends Variables ? false : true;
