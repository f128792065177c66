import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type Outcome,
  REGISTRATION_STATES,
  type RegistrationError,
  type RegistryAdapter,
  RegistryFailure,
  type RegistryRecord,
} from './model.ts';

const ANSWER_MS = 15_000;
/** Longest answer that is read: a registry says a state and at most a hundred errors. */
const MOST_ANSWER_BYTES = 1024 * 1024;

/** The adapter of a place: the address of a registry, or a folder. */
export function adapterOf(place: string): RegistryAdapter {
  return /^https?:/.test(place) ? httpAdapter(place) : fileAdapter(place);
}

/**
 * A folder that a person or another program carries to the registry: a record is `{key}.json`, and its answer, once
 * there is one, `{key}.answer.json` with `state`, `registrationId`, `hash` and `errors`.
 */
export function fileAdapter(folder: string): RegistryAdapter {
  const find = async (key: string): Promise<Outcome> => {
    const text = await readFile(join(folder, `${key}.answer.json`), 'utf8').catch(() => undefined);
    if (text === undefined) return { state: 'PENDING', registrationId: null, errors: [] };
    return outcomeIn(text);
  };
  return {
    submit: async (key, record) => {
      await mkdir(folder, { recursive: true });
      const file = join(folder, `${key}.json`);
      // A program that watches the folder never sees half a record.
      await writeFile(`${file}.part`, JSON.stringify(record, null, 2));
      await rename(`${file}.part`, file);
      return find(key);
    },
    find,
  };
}

/**
 * A registry, or a service in front of it, by HTTP: `POST {url}/registrations` with the record and an Idempotency-Key,
 * and `GET {url}/registrations/{registrationId}`; both answer `state`, `registrationId`, `hash` and `errors`.
 */
export function httpAdapter(url: string, answerMs = ANSWER_MS): RegistryAdapter {
  const root = `${url.replace(/(?<!\/)\/+$/, '')}/registrations`;
  const send = async (
    address: string,
    init: RequestInit,
    stopping: AbortSignal,
  ): Promise<string> => {
    try {
      const signal = AbortSignal.any([AbortSignal.timeout(answerMs), stopping]);
      const answer = await fetch(address, { ...init, redirect: 'error', signal });
      const text = await textOf(answer);
      if (answer.ok || answer.status === 422) return text;
      throw new RegistryFailure(`The registry answered ${answer.status}.`);
    } catch (error) {
      if (error instanceof RegistryFailure) throw error;
      throw new RegistryFailure(`The registry could not be reached: ${String(error)}`);
    }
  };
  return {
    submit: async (key, record: RegistryRecord, stopping) => {
      const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': key };
      const init = { method: 'POST', headers, body: JSON.stringify(record) };
      return outcomeIn(await send(root, init, stopping), record.hash);
    },
    find: async (_key, registrationId, stopping) => {
      if (registrationId === null) throw new RegistryFailure('The registry gave no id.');
      const address = `${root}/${encodeURIComponent(registrationId)}`;
      return outcomeIn(await send(address, {}, stopping));
    },
  };
}

/** The text of an answer, as long as an answer of a registry can be. */
async function textOf({ body }: Response): Promise<string> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of body ?? []) {
    bytes += part.length;
    if (bytes > MOST_ANSWER_BYTES) throw new RegistryFailure('The registry answered too much.');
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}

/** An answer of the registry; one of another version, or in other words, is a failure and decides nothing. */
function outcomeIn(text: string, hash?: string): Outcome {
  const answer = objectIn(text);
  const state = REGISTRATION_STATES.find((each) => each === answer['state']);
  if (state === undefined)
    throw new RegistryFailure('The registry answered without a known state.');
  if (hash !== undefined && answer['hash'] !== undefined && answer['hash'] !== hash)
    throw new RegistryFailure('The registry answered for another version.');
  const { registrationId, errors } = answer;
  const id = typeof registrationId === 'string' ? registrationId : null;
  if (id === null && state !== 'REJECTED')
    throw new RegistryFailure('The registry answered without a registration id.');
  if (id !== null && (id.length > MOST_CHARACTERS || id !== storable(id)))
    throw new RegistryFailure('The registry answered with a malformed registration id.');
  return { state, registrationId: id, errors: errorsIn(errors) };
}

/** Longest text of an answer that is kept. */
const MOST_CHARACTERS = 1_000;
const MOST_ERRORS = 100;

function errorsIn(errors: unknown): RegistrationError[] {
  if (!Array.isArray(errors)) return [];
  return errors.slice(0, MOST_ERRORS).map((error) => ({
    field: textIn(error, 'field') ?? '',
    message:
      typeof error === 'string'
        ? storable(error)
        : (textIn(error, 'message') ?? 'The registry gave no reason.'),
  }));
}

function textIn(error: unknown, name: 'field' | 'message'): string | undefined {
  const value: unknown = Object(error)[name];
  return typeof value === 'string' ? storable(value) : undefined;
}

/** A text as PostgreSQL can hold it: without null bytes and lone surrogates. */
function storable(text: string): string {
  return text.slice(0, MOST_CHARACTERS).replaceAll('\0', '\ufffd').toWellFormed();
}

function objectIn(text: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(Object.entries(value));
  } catch {
    // Reported below, as any other answer that is no object.
  }
  throw new RegistryFailure('The registry did not answer with a JSON object.');
}
