import type { Tenant } from './dataset.ts';

// The questions that are asked, as request bodies.

const pageQuery = (fields: string) => `query Products($after: String) {
  products(first: 50, after: $after) {
    edges { node { ${fields} } }
    pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
    totalCount
  }
}`;

/** Read from an index alone. */
const TWO_FIELDS = pageQuery('id name');
/** Read from the rows. */
const EIGHT_FIELDS = pageQuery('id name externalId sku status netMassKg version createdAt');

/**
 * PostGraphile makes its schema from the tables, so it spells the same question its own way. Its own
 * `totalCount` is a `count(*)`; reading the counters, as the others do, is the kinder comparison.
 */
const POSTGRAPHILE_QUERY = `query Products($after: Cursor, $organizationId: UUID!, $environment: String!) {
  products: allProducts(
    first: 50
    after: $after
    condition: { organizationId: $organizationId, environment: $environment }
  ) {
    edges { node { id: rowId name } }
    pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
  }
  totalCount: productCount(organizationId: $organizationId, environment: $environment)
}`;

const POSTGRAPHILE_COUNTING_QUERY = POSTGRAPHILE_QUERY.replace(/ totalCount:.*/, '').replace(
  'endCursor }',
  'endCursor } totalCount',
);

const ME_QUERY = '{ me { id name tier organization { id name tier } } }';

export function pageRequest(after?: string): string {
  return JSON.stringify({ query: TWO_FIELDS, variables: after === undefined ? {} : { after } });
}

export const WIDE_PAGE_REQUEST: string = JSON.stringify({ query: EIGHT_FIELDS, variables: {} });

export function postgraphilePageRequest(tenant: Tenant, counting: 'counter' | 'count(*)'): string {
  const query = counting === 'counter' ? POSTGRAPHILE_QUERY : POSTGRAPHILE_COUNTING_QUERY;
  return JSON.stringify({ query, variables: tenant });
}

export const ME_REQUEST: string = JSON.stringify({ query: ME_QUERY });

export const MATERIAL_REQUEST: string = JSON.stringify({
  query: `mutation {
    calculateMaterial(input: { material: "cotton", massKg: 0.2 }) { calculation { id co2eKg } }
  }`,
});

export function productCalculationRequest(externalId: string): string {
  return JSON.stringify({
    query: `mutation ($input: CalculateProductFootprintInput!) {
      calculateProductFootprint(input: $input) { calculation { id co2eKg } }
    }`,
    variables: { input: { product: { externalId }, asProductFootprint: false } },
  });
}
