import { readFile } from 'node:fs/promises';
import type { Extensions } from '@trackway/sdk';
import { API_OPTIONS, apiClientOf, explainingErrors, textOrFile } from './api-client.ts';
import { type Command, type Given, type Result, textOf, UsageError } from './command.ts';

export const queryCommands: Readonly<Record<string, Command>> = {
  query: {
    summary: 'Sends a GraphQL query or mutation to a running service and prints the data.',
    positionals: ['graphql'],
    hasOptionalPositionals: true,
    options: {
      ...API_OPTIONS,
      file: { type: 'string', meaning: 'File with the document, in place of <graphql>.' },
      variables: { type: 'string', meaning: 'Variables as JSON, or @file.' },
      cost: { type: 'boolean', meaning: 'Also prints the cost and the remaining requests.' },
    },
    run: query,
  },
};

async function query(given: Given): Promise<Result> {
  const document = await documentOf(given);
  const variables = variablesOf(await textOrFile(textOf(given, 'variables') ?? '{}'));
  let extensions: Extensions | undefined;
  const data = await explainingErrors(() =>
    apiClientOf(given).request(document, variables, {
      onExtensions: (received) => {
        extensions = received;
      },
    }),
  );
  const text = JSON.stringify(data, undefined, 2);
  if (given.values['cost'] !== true || extensions === undefined) return { text, data };
  const { cost, rateLimit } = extensions;
  const note = `Cost: ${cost}. Requests left in this window: ${rateLimit.remaining}.`;
  return { text, note, data: { data, cost, rateLimit } };
}

async function documentOf(given: Given): Promise<string> {
  const file = textOf(given, 'file');
  const [document] = given.positionals;
  if ((file === undefined) === (document === undefined))
    throw new UsageError('Give the document, either as an argument or by --file.');
  return document ?? readFile(file ?? '', 'utf8');
}

function variablesOf(text: string): object {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  } catch {
    // Reported with the same sentence as a value of the wrong form.
  }
  throw new UsageError('--variables must be a JSON object, such as \'{"id":"prod_…"}\', or @file.');
}
