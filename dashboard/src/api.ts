import { print } from '@0no-co/graphql.web';
import type { TadaDocumentNode } from 'gql.tada';
import { t } from './language.ts';
import { Failure } from './session.ts';

export type World = 'live' | 'sandbox';

/** The place that a page is about: its address names it. */
export type Place = { readonly organization: string; readonly world: World };

type Answer = {
  readonly data?: unknown;
  readonly errors?: readonly {
    readonly message: string;
    readonly extensions: { readonly code: string; readonly problems?: Failure['problems'] };
  }[];
  readonly extensions: { readonly requestId: string };
};

/** Sends a document to the API with the session of this person. The first error is thrown. */
export async function request<Data, Variables>(
  { organization, world }: Place,
  document: TadaDocumentNode<Data, Variables>,
  variables: Variables,
): Promise<Data> {
  const response = await fetch(`/app/graphql/${organization}/${world}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query: print(document), variables }),
  }).catch(() => {
    throw new Failure(t('The service does not answer. Check the connection and try again.'));
  });
  // A proxy in front of the service answers with a page of its own.
  const answer: Answer & { readonly data: Data } = await response.json().catch(() => {
    throw new Failure(t('The service answered with status {status}.', { status: response.status }));
  });
  const [error] = answer.errors ?? [];
  if (error === undefined) return answer.data;
  const { code, problems = [] } = error.extensions;
  // An object that is not there is null, and its page says so.
  if (code === 'NOT_FOUND' && isQuery(document)) return answer.data;
  // The session has ended elsewhere: the sign-in page leads back to here.
  if (code === 'UNAUTHENTICATED')
    window.location.assign(
      `/sign-in?to=${encodeURIComponent(`${window.location.pathname}${window.location.search}`)}`,
    );
  throw new Failure(error.message, problems, answer.extensions.requestId, code);
}

function isQuery({ definitions }: Pick<TadaDocumentNode, 'definitions'>): boolean {
  return definitions.every((each) => !('operation' in each) || each.operation === 'query');
}
