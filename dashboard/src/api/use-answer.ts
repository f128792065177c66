import { print } from '@0no-co/graphql.web';
import { type UseQueryOptions, type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { TadaDocumentNode } from 'gql.tada';
import { usePlace } from './place.ts';
import { request } from './request.ts';

/** For a page with a form: what somebody else changed meanwhile would take the place of what a person has typed. */
export const KEEP_TYPED = { refetchOnWindowFocus: false, refetchOnReconnect: false } as const;

/** Loads the answer to a document about the place of the page; a change in that place loads it again. */
export function useAnswer<Data, Variables>(
  document: TadaDocumentNode<Data, Variables>,
  variables: Variables,
  options?: Omit<UseQueryOptions<Data>, 'queryKey' | 'queryFn'>,
): UseQueryResult<Data> {
  const place = usePlace();
  return useQuery({
    ...options,
    queryKey: [place, print(document), variables],
    queryFn: () => request(place, document, variables),
  });
}
