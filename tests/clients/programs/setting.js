import { readFileSync } from 'node:fs';
import { parse, print, visit } from 'graphql';

/** Address, key and size that the test gives to a client program. */
export const ENDPOINT = process.env.TRACKWAY_ENDPOINT;
export const KEY = process.env.TRACKWAY_KEY;
export const SIZE = JSON.parse(process.env.SHOP_SIZE);

const document = parse(readFileSync(new URL('Shop.graphql', import.meta.url), 'utf8'));

/** Each operation of Shop.graphql by its name, as a document with the fragments that it uses. */
export const OPERATIONS = Object.fromEntries(
  document.definitions
    .filter(({ kind }) => kind === 'OperationDefinition')
    .map((operation) => [
      operation.name.value,
      { kind: 'Document', definitions: [operation, ...fragmentsOf(operation)] },
    ]),
);

function fragmentsOf(operation) {
  const names = new Set();
  visit(operation, { FragmentSpread: ({ name }) => void names.add(name.value) });
  return document.definitions.filter(
    ({ kind, name }) => kind === 'FragmentDefinition' && names.has(name.value),
  );
}

export const isMutation = (name) => name.endsWith('Mutation');

/** Sends a request as any HTTP client does. */
export async function post(query, variables) {
  const response = await fetch(ENDPOINT, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-API-Key': KEY },
    body: JSON.stringify({ query, variables }),
  });
  return response.json();
}

export { print };
