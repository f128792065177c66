import { print } from '@0no-co/graphql.web';
import type { TadaDocumentNode } from 'gql.tada';
import { t } from '../language.ts';
import { isTyping } from '../unsaved.ts';
import { Failure, mayPass, type Needs } from './session.ts';

export type World = 'live' | 'sandbox';

/** The place that a page is about: its address names it. */
export type Place = { readonly organization: string; readonly world: World };

type Answer<Data> = {
  readonly data: Data;
  readonly errors?: readonly {
    readonly message: string;
    readonly extensions: Needs & {
      readonly code: string;
      readonly problems?: Failure['problems'];
    };
  }[];
  readonly extensions: { readonly requestId: string };
};

/**
 * Sends a document to the API with the session of this person. The first error is thrown. A mutation that the caller
 * repeats has a key of the caller.
 */
export async function request<Data, Variables>(
  { organization, world }: Place,
  document: TadaDocumentNode<Data, Variables>,
  variables: Variables,
  idempotencyKey?: string,
): Promise<Data> {
  const path = `/app/graphql/${organization}/${world}`;
  const body = JSON.stringify({ query: print(document), variables });
  const answer = isQuery(document)
    ? await answerTo<Data>(path, body)
    : await onceAnswerTo<Data>(path, body, idempotencyKey);
  const [error] = answer.errors ?? [];
  if (error === undefined) return answer.data;
  const { code, problems = [], ...needs } = error.extensions;
  // An object that is not there is null, and its page says so.
  if (code === 'NOT_FOUND' && isQuery(document)) return answer.data;
  // The session has ended elsewhere: the sign-in page leads back to here. What is typed stays: its notice says how to go on.
  if (code === 'UNAUTHENTICATED' && isQuery(document) && !isTyping())
    window.location.assign(
      `/sign-in?to=${encodeURIComponent(`${window.location.pathname}${window.location.search}`)}`,
    );
  throw new Failure(error.message, problems, answer.extensions.requestId, code, needs);
}

async function answerTo<Data>(
  path: string,
  body: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer<Data>> {
  const response = await fetch(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
    // Four times the time that the service takes at most: the rest is for slow networks.
    signal: AbortSignal.timeout(60_000),
  }).catch(() => {
    throw new Failure(t('The service does not answer. Check the connection and try again.'));
  });
  // A proxy in front of the service answers with a page of its own.
  return response.json().catch(() => {
    throw new Failure(t('The service answered with status {status}.', { status: response.status }));
  });
}

/** The last mutation, as long as its outcome is not known. */
let unsettled: { readonly sent: string; readonly key: string } | undefined;

/** `crypto.randomUUID` is missing on a page that came by http from another machine. */
export function newIdempotencyKey(): string {
  return crypto.getRandomValues(new Uint32Array(4)).join('-');
}

/** The answer to a mutation. One that is sent again because its outcome is not known is carried out once. */
async function onceAnswerTo<Data>(
  path: string,
  body: string,
  given?: string,
): Promise<Answer<Data>> {
  const sent = `${path} ${body}`;
  const key = given ?? (unsettled?.sent === sent ? unsettled.key : newIdempotencyKey());
  unsettled = { sent, key };
  const answer = await answerTo<Data>(path, body, { 'idempotency-key': key });
  const hasOutcome = answer.errors?.every(({ extensions }) => !mayPass(extensions.code)) ?? true;
  if (hasOutcome && unsettled.key === key) unsettled = undefined;
  return answer;
}

/** A secret that the service gives once; an answer that was lost took it along. */
export function givenOnce<Secret>(secret: Secret | null | undefined): Secret {
  if (secret != null) return secret;
  throw new Failure(
    t(
      'The first attempt succeeded, but its answer was lost, and the key, code or link in it is shown only once. End what was made, and make another.',
    ),
    [],
    undefined,
    'GONE',
  );
}

function isQuery({ definitions }: Pick<TadaDocumentNode, 'definitions'>): boolean {
  return definitions.every((each) => !('operation' in each) || each.operation === 'query');
}
