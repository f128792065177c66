import { Refusal } from '../graphql/refusal.ts';
import type { GraphQLRequest } from './admit.ts';
import { parseJson } from './json.ts';

const UTF8 = new TextDecoder('utf-8', { fatal: true });

/** The bytes of a request body as a GraphQL request, or a refusal that says what is wrong with it. */
export function readGraphQLRequest(body: unknown): GraphQLRequest {
  const value = parseJson(decode(body));
  if (Array.isArray(value)) throw bad('Batches are not taken: send one request object at a time.');
  if (typeof value !== 'object' || value === null)
    throw bad('The request body must be a JSON object.');
  const query = 'query' in value ? value.query : undefined;
  const variables = 'variables' in value ? value.variables : undefined;
  const operationName = 'operationName' in value ? value.operationName : undefined;
  const extensions = 'extensions' in value ? value.extensions : undefined;
  if (typeof query !== 'string' || query === '')
    throw bad('"query" must be the GraphQL document, as a string.');
  if (operationName !== undefined && operationName !== null && typeof operationName !== 'string') {
    throw bad('"operationName" must be a string.');
  }
  if (extensions !== undefined && extensions !== null && !isObject(extensions)) {
    throw bad('"extensions" must be an object.');
  }
  if (variables !== undefined && variables !== null && !isObject(variables)) {
    throw bad('"variables" must be an object.');
  }
  return { query, variables: variables ?? {}, operationName: operationName ?? undefined };
}

function decode(body: unknown): string {
  if (!Buffer.isBuffer(body))
    throw bad('The request body is empty; it must be a JSON object with "query".');
  try {
    return UTF8.decode(body);
  } catch {
    throw bad('The request body is not valid UTF-8.');
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function bad(message: string): Refusal {
  return new Refusal('BAD_REQUEST', message);
}
