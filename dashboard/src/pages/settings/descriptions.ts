import { parse } from '@0no-co/graphql.web';
import { useQuery } from '@tanstack/react-query';
import type { TadaDocumentNode } from 'gql.tada';
import { usePlace } from '../../api/place.ts';
import { request } from '../../api/request.ts';

type Described = {
  readonly __type: {
    readonly enumValues: readonly { readonly name: string; readonly description: string }[];
  };
};

/** The typed documents know no fields of introspection: this one is typed by hand. */
const ENUM: TadaDocumentNode<Described, { readonly name: string }> = parse(
  'query Descriptions($name: String!) { __type(name: $name) { enumValues { name description } } }',
);

/** The schema's description of each value of an enum; empty until they are loaded. */
export function useDescriptions(name: 'Role'): ReadonlyMap<string, string> {
  const place = usePlace();
  const { data } = useQuery({
    queryKey: ['descriptions', name],
    queryFn: () => request(place, ENUM, { name }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return new Map(data?.__type.enumValues.map((value) => [value.name, value.description]));
}
