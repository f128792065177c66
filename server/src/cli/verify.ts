import { readFile } from 'node:fs/promises';
import { type Chains, chainsOf, verifiablePartOf } from '../domains/backups/index.ts';
import {
  credentialsPresentedIn,
  type OfflinePackage,
  offlinePackageIn,
  sourcesOf,
  urlOfDid,
  type Verification,
  type VerificationSources,
  verifyCredential,
} from '../domains/trust/index.ts';
import { counted } from '../platform/counted.ts';
import { OperatorError } from '../platform/operator-error.ts';
import { type Command, CommandFailed, type Given, type Result, UsageError } from './command.ts';

const TIMEOUT_MS = 15_000;
const CREDENTIAL_TYPE = 'application/vc+jwt';

export const verifyCommands: Readonly<Record<string, Command>> = {
  verify: {
    summary:
      'Verifies a signed passport: its address, a file with the credential (vc+jwt), or a back-up package (.zip), which needs no network.',
    positionals: ['file-or-url'],
    options: {},
    run: verify,
  },
};

async function verify(given: Given): Promise<Result> {
  const [place = ''] = given.positionals;
  if (place === '') throw new UsageError('Name a file or the address of a passport.');
  if (/\.zip$/i.test(place)) return verifiedPackage(place);
  const text = /^https?:/.test(place) ? await credentialAt(place) : await read(place);
  const offline = text.trimStart().startsWith('{') ? offlinePackageIn(parsed(text)) : undefined;
  const { isValid, results } = await verified(offline, credentialsPresentedIn(text) ?? [text]);
  return { text: shownAll(results), data: { isValid, results }, isFailure: !isValid };
}

/** Verifies every credential of a back-up package, and the chain of versions of every passport. */
async function verifiedPackage(path: string): Promise<Result> {
  const credentials = await verified(
    offlinePackageIn(await readPackage(path, verifiablePartOf)),
    [],
  );
  const chains = await readPackage(path, chainsOf);
  if (credentials.results.length === 0)
    throw new CommandFailed(`The package ${path} has no passports.`, { path });
  const isValid = credentials.isValid && chains.broken.length === 0;
  return {
    text: [shownAll(credentials.results), shownChains(chains)].join('\n\n'),
    data: { isValid, results: credentials.results, chains },
    isFailure: !isValid,
  };
}

/** Verifies the credentials of a package, or others by the network. */
async function verified(
  offline: OfflinePackage | undefined,
  others: readonly string[],
): Promise<{ readonly isValid: boolean; readonly results: readonly Verification[] }> {
  const now = new Date();
  const sources = offline === undefined ? networkSources(now) : sourcesOf(offline, now);
  const results: Verification[] = [];
  for (const credential of offline?.credentials ?? others)
    results.push(await verifyCredential(credential, sources));
  return { isValid: results.length > 0 && results.every((result) => result.isValid), results };
}

/** DID documents and status lists from their addresses. */
function networkSources(now: Date): VerificationSources {
  return {
    didDocument: async (did) => {
      const url = urlOfDid(did);
      const text = url === undefined ? undefined : await fetched(local(url), 'application/json');
      return text === undefined ? undefined : parsed(text);
    },
    statusList: (url) => fetched(url, CREDENTIAL_TYPE),
    now,
  };
}

/** did:web means https; a service on this computer has none. */
function local(url: string): string {
  return url.replace(/^https:\/\/(localhost|127\.0\.0\.1)(?=[:/])/, 'http://$1');
}

/** The credential at the address of a passport; its redirects are followed, those of a GS1 Digital Link among them. */
async function credentialAt(place: string): Promise<string> {
  const answer = await answerOf(place, CREDENTIAL_TYPE);
  if (answer?.ok) return answer.text();
  const outcome =
    answer === undefined
      ? 'does not answer'
      : (OUTCOMES[answer.status] ?? `answers ${answer.status}`);
  throw new CommandFailed(`${place} gives no credential: it ${outcome}.`, { place });
}

const OUTCOMES: Readonly<Record<number, string>> = {
  404: 'has no published passport (404)',
  406: 'shows no credential, because the passport is suspended (406)',
  410: 'says that the passport was revoked, or has ceased to exist (410)',
};

async function fetched(url: string, accept: string): Promise<string | undefined> {
  const answer = await answerOf(url, accept);
  return answer?.ok ? answer.text() : undefined;
}

async function answerOf(url: string, accept: string): Promise<Response | undefined> {
  try {
    return await fetch(url, { headers: { accept }, signal: AbortSignal.timeout(TIMEOUT_MS) });
  } catch {
    return undefined;
  }
}

async function readPackage<Value>(
  path: string,
  work: (path: string) => Promise<Value>,
): Promise<Value> {
  try {
    return await work(path);
  } catch (error) {
    if (error instanceof OperatorError) throw new CommandFailed(error.message, { path });
    throw new CommandFailed(`The package ${path} cannot be read.`, { path });
  }
}

async function read(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch {
    throw new CommandFailed(`The file ${path} cannot be read.`, { path });
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function shownAll(results: readonly Verification[]): string {
  return results.map(shown).join('\n\n');
}

function shownChains({ passportCount, versionCount, broken }: Chains): string {
  if (broken.length === 0)
    return `${counted(passportCount, 'passport')} with ${counted(versionCount, 'version')}: every chain is whole.`;
  const places = broken.map(({ dppId, number }) => `${dppId} version ${number}`);
  return `The chain of versions is broken: ${places.join(', ')}.`;
}

function shown({ isValid, issuer, credential, findings }: Verification): string {
  return [
    isValid ? 'The credential is valid.' : 'The credential is not valid, or could not be checked.',
    ...(credential === undefined ? [] : [`Credential: ${credential['id']}`]),
    ...(issuer === undefined ? [] : [`Issuer: ${issuer}`]),
    ...findings.map(
      ({ check, outcome, detail }) => `${outcome.padEnd(8)}${check.padEnd(11)}${detail}`,
    ),
  ].join('\n');
}
