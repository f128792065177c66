import { readFile } from 'node:fs/promises';
import { type Client, createClient, TrackwayError } from '@trackway/sdk';
import { readConfig } from '../config.ts';
import { CommandFailed, type Given, textOf, UsageError } from './command.ts';

/** Options of a command that calls the API as any client does. */
export const API_OPTIONS = {
  key: { type: 'string', meaning: 'API key; TRACKWAY_API_KEY by default.' },
  url: { type: 'string', meaning: 'Address of the service; TRACKWAY_BASE_URL by default.' },
} as const;

/** A client with the key and the address of a command line. */
export function apiClientOf(given: Given): Client {
  const { apiKey, baseUrl, port } = readConfig();
  const key = textOf(given, 'key') ?? apiKey;
  if (key === undefined) throw new UsageError('Give an API key: --key, or TRACKWAY_API_KEY.');
  return createClient({ key, url: textOf(given, 'url') ?? baseUrl ?? `http://localhost:${port}` });
}

/** Shows an error of the API with its code, problems and request id. */
export async function explainingErrors<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof TrackwayError)) throw error;
    const { code, problems, requestId } = error;
    const lines = [
      `${code}: ${error.message}`,
      ...problems.map(({ path, message }) => `  ${path.join('.')}: ${message}`),
      ...(requestId === undefined ? [] : [`Request id: ${requestId}`]),
    ];
    throw new CommandFailed(lines.join('\n'), { code, problems, requestId });
  }
}

/** Text of an option that is given as it is, or as `@file`. */
export async function textOrFile(text: string): Promise<string> {
  return text.startsWith('@') ? readFile(text.slice(1), 'utf8') : text;
}
