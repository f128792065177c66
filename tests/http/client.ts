import assert from 'node:assert/strict';
import { request } from 'undici';
import { untilFound } from '../../server/src/platform/testing.ts';

export type Json = string | number | boolean | null | readonly Json[] | JsonObject;
export type JsonObject = { readonly [name: string]: Json };

export type AnswerError = {
  readonly message: string;
  readonly path?: readonly (string | number)[];
  readonly extensions: JsonObject & { readonly code: string };
};

/** An HTTP answer. Every answer of the endpoint has `extensions`. */
export type Answer = {
  readonly status: number;
  readonly headers: Headers;
  readonly data: JsonObject | null | undefined;
  readonly errors: readonly AnswerError[];
  readonly extensions: {
    readonly requestId: string;
    readonly cost: number;
    readonly rateLimit: { readonly remaining: number; readonly resetAt: string };
  };
};

export type Client = {
  readonly send: (
    query: string,
    variables?: JsonObject,
    headers?: Readonly<Record<string, string>>,
  ) => Promise<Answer>;
  /** A request of any shape, with the key of this client unless the headers say otherwise. */
  readonly post: (
    body: RequestInit['body'],
    headers?: Readonly<Record<string, string>>,
  ) => Promise<Answer>;
};

/** A client with a key, speaking to the endpoint of the key's environment. */
export function clientOf(endpoint: string, key: string): Client {
  const post: Client['post'] = (body, given = {}) => {
    const headers = { 'X-API-Key': key, 'Content-Type': 'application/json', ...given };
    return typeof body === 'string'
      ? postText(endpoint, headers, body)
      : exchange(endpoint, { method: 'POST', headers, body: body ?? null });
  };
  return {
    post,
    send: (query, variables = {}, headers = {}) =>
      post(JSON.stringify({ query, variables }), headers),
  };
}

/** A mutation as text, its input type named after it. */
export function mutationText(field: string, selection: string): string {
  const type = `${field.charAt(0).toUpperCase()}${field.slice(1)}Input`;
  return `mutation ($input: ${type}!) { ${field}(input: $input) { ${selection} } }`;
}

/** Tests send tens of thousands of these: `fetch` takes three times the CPU time. */
async function postText(
  endpoint: string,
  headers: Readonly<Record<string, string>>,
  body: string,
): Promise<Answer> {
  const answer = await request(endpoint, { method: 'POST', headers, body });
  const received = new Headers();
  for (const [name, value = []] of Object.entries(answer.headers))
    for (const each of [value].flat()) received.append(name, each);
  return answerOf(answer.statusCode, received, await answer.body.text());
}

/** Sends any HTTP request to the endpoint and reads the answer. */
export async function exchange(endpoint: string, request: RequestInit): Promise<Answer> {
  const response = await fetch(endpoint, request);
  return answerOf(response.status, response.headers, await response.text());
}

export function answerOf(status: number, headers: Headers, text: string): Answer {
  const body: Pick<Answer, 'data' | 'extensions'> & Partial<Answer> = JSON.parse(text);
  const { data, errors = [], extensions } = body;
  return { status, headers, data, errors, extensions };
}

/** The value at a path of an answer: `at(answer.data, 'product', 'components', 0)`. */
export function at(
  value: Json | undefined,
  ...path: readonly (string | number)[]
): Json | undefined {
  return path.reduce<Json | undefined>((inner, step) => {
    if (typeof inner !== 'object' || inner === null) return undefined;
    return Object.entries(inner).find(([name]) => name === String(step))?.[1];
  }, value);
}

/** The text at a path of an answer that had better be there. */
export function textAt(answer: Answer, ...path: readonly (string | number)[]): string {
  const found = at(answer.data ?? undefined, ...path);
  assert.equal(typeof found, 'string', `${path.join('.')} of ${JSON.stringify(answer)}`);
  return String(found);
}

/** The id of the object that a mutation returns in the field with this name; it had better succeed. */
export async function sendForId(
  { send }: Pick<Client, 'send'>,
  mutation: string,
  object: string,
  input: JsonObject,
): Promise<string> {
  const answer = await send(mutationText(mutation, `${object} { id }`), { input });
  dataOf(answer);
  return textAt(answer, mutation, object, 'id');
}

/** The number at a path of a value that had better be there. */
export function numberAt(value: Json | undefined, ...path: readonly (string | number)[]): number {
  const found = at(value, ...path);
  assert.equal(typeof found, 'number', `${path.join('.')} of ${JSON.stringify(value)}`);
  return Number(found);
}

/** The data of an answer without errors. */
export function dataOf(answer: Answer): JsonObject {
  assert.deepEqual(answer.errors, [], answer.errors.map(({ message }) => message).join('\n'));
  assert.ok(answer.data);
  return answer.data;
}

/** The codes of all errors of an answer, in order. */
export function codesOf({ errors }: Pick<Answer, 'errors'>): string[] {
  return errors.map(({ extensions }) => extensions.code);
}

/**
 * The first answer that is no TIMEOUT, for a request whose time is not what is tested: on a very busy machine the first picture that
 * a thread draws takes longer than a request may.
 */
export function inTime(send: () => Promise<Answer>): Promise<Answer> {
  return untilFound(async () => {
    const answer = await send();
    return codesOf(answer).includes('TIMEOUT') ? undefined : answer;
  });
}

/** Path and code of each problem of a refused input. */
export function problemsOf({ errors }: Answer): (readonly [string, Json])[] {
  const problems = at(errors[0]?.extensions, 'problems');
  assert.ok(Array.isArray(problems), JSON.stringify(errors));
  return problems.map((problem: Json) => [
    String(at(problem, 'path')).replaceAll(',', '.'),
    at(problem, 'code') ?? null,
  ]);
}
