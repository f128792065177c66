import { initGraphQLTada } from 'gql.tada';
import type { introspection } from '../introspection.d.ts';

/** Documents typed by the service's own schema: `introspection.d.ts` is printed from it. */
export const graphql = initGraphQLTada<{
  introspection: introspection;
  // Fragments save words here; they do not hide fields from the page that uses them.
  disableMasking: true;
  scalars: {
    DateTime: string;
    Date: string;
    Decimal: string;
    CountryCode: string;
    CurrencyCode: string;
    URL: string;
    JSON: unknown;
  };
}>();

export type { FragmentOf, ResultOf, VariablesOf } from 'gql.tada';
