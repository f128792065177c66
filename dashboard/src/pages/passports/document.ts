import { graphql, type ResultOf, type VariablesOf } from '../../api/graphql.ts';
import { useAllowed } from '../../api/place.ts';

export const LIST = graphql(`
  query Passports($filter: DPPFilter, $first: Int, $after: String, $last: Int, $before: String) {
    dpps(
      filter: $filter
      sortBy: { field: UPDATED_AT, direction: DESC }
      first: $first
      after: $after
      last: $last
      before: $before
    ) {
      totalCount
      totalCountIsExact
      nodes {
        id status granularity gtin batchNumber serialNumber updatedAt
        name { text }
        schema { title }
        completeness { share }
      }
      pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
    }
  }
`);

export const SCHEMAS = graphql(`
  query PassportSchemas { dppSchemas { schemaId version title categories { code title } } }
`);

export const PRODUCTS = graphql(`
  query PassportProducts($filter: ProductFilter) {
    products(filter: $filter, first: 0) { totalCount }
  }
`);

export const GENERATE = graphql(`
  mutation MakePassport($input: GenerateDppInput!) { generateDpp(input: $input) { dpp { id } } }
`);

export const ACCEPT = graphql(`
  mutation TakeOverPassport($input: AcceptDppTransferInput!) {
    acceptDppTransfer(input: $input) { dpp { id } }
  }
`);

export const PASSPORT = graphql(`
  query Passport($id: ID!) {
    dpp(id: $id) {
      id version status statusReason granularity gtin batchNumber serialNumber category fate
      publishedVersion publishedAt retentionUntil uri productIdentifier footprintState
      name { language text }
      product { id name }
      predecessor { id }
      supersededBy { id }
      completeness { share present required missing { path rule } }
      vcReady { isReady missing }
      preview(audience: OWNER) { content }
      schema {
        schemaId version title
        fields {
          path name title description type isList mayBeEmpty unit values access requiredFor granularities
        }
      }
    }
  }
`);

export type Passport = NonNullable<ResultOf<typeof PASSPORT>['dpp']>;

export const UPDATE = graphql(`
  mutation EditPassport($input: UpdateDppInput!) { updateDpp(input: $input) { dpp { id } } }
`);
export type UpdateInput = VariablesOf<typeof UPDATE>['input'];

export const AMEND = graphql(`
  mutation AmendPassport($input: AmendDppInput!) { amendDpp(input: $input) { dpp { id } } }
`);

/** True if this person may make and change passports here, by tier and role. */
export function useMayWrite(): boolean {
  return useAllowed('DPPS_WRITE', 'ENTERPRISE');
}

/** Name of a passport for people. */
export function titleOf({
  name,
  id,
}: {
  readonly name: readonly { readonly text: string }[];
  readonly id: string;
}) {
  return name[0]?.text ?? id;
}
