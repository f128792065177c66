import { type FragmentOf, graphql } from '../../api/graphql.ts';
import { type Place, request } from '../../api/request.ts';

const FOUND = graphql(`
  fragment FoundPassport on DPP {
    __typename id status gtin batchNumber serialNumber name { text }
  }
`);

const FIND = graphql(
  `
    query FindPassports($text: String!, $hasText: Boolean!) {
      dpps(sortBy: { field: UPDATED_AT, direction: DESC }, first: 20) @skip(if: $hasText) {
        nodes { ...FoundPassport }
        pageInfo { hasNextPage }
      }
      search(query: $text, types: [DPP], first: 20) @include(if: $hasText) {
        nodes { ...FoundPassport }
        pageInfo { hasNextPage }
      }
    }
  `,
  [FOUND],
);

type FoundPassport = FragmentOf<typeof FOUND>;

/** Passports that a text names by name, GTIN, batch or serial number, exact ones first; without a text the last changed. */
export async function findPassports(
  place: Place,
  text: string,
): Promise<{ readonly found: readonly FoundPassport[]; readonly hasMore: boolean }> {
  const { dpps, search } = await request(place, FIND, { text, hasText: text !== '' });
  const list = dpps ?? search;
  return {
    found: (list?.nodes ?? []).flatMap((each) => (each?.__typename === 'DPP' ? each : [])),
    hasMore: list?.pageInfo.hasNextPage === true,
  };
}

/** A passport by its name and its numbers, which tell those of one name apart. */
export function passportLabel({ id, name, gtin, batchNumber, serialNumber }: FoundPassport) {
  const names = [name[0]?.text, gtin, batchNumber, serialNumber].filter(Boolean);
  return names.length === 0 ? id : names.join(' · ');
}
