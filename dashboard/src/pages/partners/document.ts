import { graphql, type ResultOf } from '../../api/graphql.ts';
import { t } from '../../language.ts';

export const PARTNERS = graphql(`
  query FootprintPartners($first: Int, $after: String, $last: Int, $before: String) {
    footprintPartners(first: 100) { nodes { id name url clientId createdAt version credentialCheck { state error } } }
    footprintRequests(first: $first, after: $after, last: $last, before: $before) {
      totalCount
      totalCountIsExact
      nodes { id kind state createdAt attemptCount error component partner { name } product { id name } }
      pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
    }
  }
`);
export const PARTNER_KEYS = graphql(`
  query PartnerKeys {
    apiKeys(first: 100) { nodes { id name state permissions } }
    footprintPartners(first: 100) { nodes { id apiKey { id } } }
  }
`);
export const CREATE = graphql(`
  mutation CreatePartner($input: CreateFootprintPartnerInput!) {
    createFootprintPartner(input: $input) { partner { id } }
  }
`);
export const UPDATE = graphql(`
  mutation UpdatePartner($input: UpdateFootprintPartnerInput!) {
    updateFootprintPartner(input: $input) { partner { id } }
  }
`);
export const DELETE = graphql(`
  mutation DeletePartner($input: DeleteFootprintPartnerInput!) {
    deleteFootprintPartner(input: $input) { deletedFootprintPartnerId }
  }
`);
export const REQUEST = graphql(`
  mutation RequestFootprint($input: RequestFootprintInput!) {
    requestFootprint(input: $input) { request { id } }
  }
`);
export const ANNOUNCE = graphql(`
  mutation AnnounceFootprints($input: AnnounceFootprintsInput!) {
    announceFootprints(input: $input) { request { id } }
  }
`);
export const COMPONENTS = graphql(`
  query ComponentsOfProduct($id: ID!) { product(id: $id) { components { name material } } }
`);
export const ANNOUNCED = graphql(`
  query AnnouncedFootprints($ids: [ID!]!) {
    nodes(ids: $ids) { ... on Calculation { id co2eKg product { id name } } }
  }
`);
export const EXCHANGE = graphql(`
  query FootprintExchange($id: ID!) {
    footprintRequest(id: $id) {
      id kind state createdAt finishedAt nextAttemptAt attemptCount error eventId component criteria
      calculationIds document documentSha256 partner { id name url } product { id name }
    }
  }
`);

export type Exchange = NonNullable<ResultOf<typeof EXCHANGE>['footprintRequest']>;

export type Partner = NonNullable<
  NonNullable<ResultOf<typeof PARTNERS>['footprintPartners']>['nodes'][number]
>;

/** Name of an exchange by its direction, as a person says it. */
export const KIND_NAMES = {
  REQUEST: t('Footprint requested'),
  ANSWER: t('Request answered'),
  UPDATE: t('Update received'),
  ANNOUNCEMENT: t('Footprints announced'),
  CHECK: t('Credentials tried'),
} as const;
