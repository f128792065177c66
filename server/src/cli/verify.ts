import { readFile } from 'node:fs/promises';
import { verifiablePartOf } from '../domains/backups/index.ts';
import {
  type OfflinePackage,
  offlinePackageIn,
  sourcesOf,
  urlOfDid,
  type Verification,
  type VerificationSources,
  verifyCredential,
} from '../domains/trust/index.ts';
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
  if (/\.zip$/i.test(place)) return verified(offlinePackageIn(await packageAt(place)), []);
  const text = /^https?:/.test(place) ? await fetched(place, CREDENTIAL_TYPE) : await read(place);
  if (text === undefined) throw new CommandFailed(`${place} gives no credential.`, { place });
  const offline = text.trimStart().startsWith('{') ? offlinePackageIn(parsed(text)) : undefined;
  return verified(offline, [text]);
}

/** Verifies the credentials of a package, or others by the network. */
async function verified(
  offline: OfflinePackage | undefined,
  others: readonly string[],
): Promise<Result> {
  const now = new Date();
  const sources = offline === undefined ? networkSources(now) : sourcesOf(offline, now);
  const results: Verification[] = [];
  for (const credential of offline?.credentials ?? others)
    results.push(await verifyCredential(credential, sources));
  const isValid = results.length > 0 && results.every((result) => result.isValid);
  return { text: results.map(shown).join('\n\n'), data: { isValid, results }, isFailure: !isValid };
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

async function fetched(url: string, accept: string): Promise<string | undefined> {
  try {
    const answer = await fetch(url, {
      headers: { accept },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return answer.ok ? await answer.text() : undefined;
  } catch {
    return undefined;
  }
}

async function packageAt(path: string): Promise<unknown> {
  try {
    return await verifiablePartOf(path);
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

function shown({ isValid, issuer, findings }: Verification): string {
  return [
    isValid ? 'The credential is valid.' : 'The credential is not valid, or could not be checked.',
    ...(issuer === undefined ? [] : [`Issuer: ${issuer}`]),
    ...findings.map(
      ({ check, outcome, detail }) => `${outcome.padEnd(8)}${check.padEnd(11)}${detail}`,
    ),
  ].join('\n');
}
