import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type Outcome,
  type RegistrationError,
  type RegistrationState,
  type RegistryAdapter,
  RegistryFailure,
  type RegistryRecord,
} from './model.ts';

const ANSWER_MS = 15_000;
const STATES: readonly RegistrationState[] = ['PENDING', 'REGISTERED', 'REJECTED', 'DEACTIVATED'];

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
  const root = `${url.replace(/\/+$/, '')}/registrations`;
  const send = async (address: string, init: RequestInit): Promise<string> => {
    try {
      const signal = AbortSignal.timeout(answerMs);
      const answer = await fetch(address, { ...init, redirect: 'error', signal });
      const text = await answer.text();
      if (answer.ok || answer.status === 422) return text;
      throw new RegistryFailure(`The registry answered ${answer.status}.`);
    } catch (error) {
      if (error instanceof RegistryFailure) throw error;
      throw new RegistryFailure(`The registry could not be reached: ${String(error)}`);
    }
  };
  return {
    submit: async (key, record: RegistryRecord) => {
      const headers = { 'Content-Type': 'application/json', 'Idempotency-Key': key };
      const text = await send(root, { method: 'POST', headers, body: JSON.stringify(record) });
      return outcomeIn(text, record.hash);
    },
    find: async (_key, registrationId) => {
      if (registrationId === null) throw new RegistryFailure('The registry gave no id.');
      return outcomeIn(await send(`${root}/${encodeURIComponent(registrationId)}`, {}));
    },
  };
}

/** An answer of the registry; one of another version, or in other words, is a failure and decides nothing. */
function outcomeIn(text: string, hash?: string): Outcome {
  const answer = objectIn(text);
  const state = STATES.find((each) => each === answer['state']);
  if (state === undefined)
    throw new RegistryFailure('The registry answered without a known state.');
  if (hash !== undefined && answer['hash'] !== undefined && answer['hash'] !== hash)
    throw new RegistryFailure('The registry answered for another version.');
  const { registrationId, errors } = answer;
  const id = typeof registrationId === 'string' ? registrationId : null;
  if (id === null && state !== 'REJECTED')
    throw new RegistryFailure('The registry answered without a registration id.');
  return { state, registrationId: id, errors: errorsIn(errors) };
}

function errorsIn(errors: unknown): RegistrationError[] {
  if (!Array.isArray(errors)) return [];
  return errors.slice(0, 100).map((error) => ({
    field: String(Object(error)['field'] ?? ''),
    message: String(Object(error)['message'] ?? error).slice(0, 1_000),
  }));
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
