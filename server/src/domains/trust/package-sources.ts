import { decodeJwt } from 'jose';
import type { JsonObject } from '../../platform/json/index.ts';
import type { VerificationSources } from './verify.ts';

/** Everything that a verification needs without any network: credentials, DID documents, status lists. */
export type OfflinePackage = {
  readonly credentials: readonly string[];
  readonly didDocuments: readonly JsonObject[];
  readonly statusLists: readonly string[];
};

/** The sources of a package alone. */
export function sourcesOf(offline: OfflinePackage, now: Date): VerificationSources {
  const documents = new Map(offline.didDocuments.map((document) => [document['id'], document]));
  const lists = new Map(offline.statusLists.map((jws) => [idIn(jws), jws]));
  return {
    didDocument: async (did) => documents.get(did),
    statusList: async (url) => lists.get(url),
    now,
  };
}

/** Address of a status list; undefined for a text that is no token. */
function idIn(jws: string): unknown {
  try {
    return decodeJwt(jws)['id'];
  } catch {
    return undefined;
  }
}

/** The package in a JSON value; undefined if it is not one. */
export function offlinePackageIn(value: unknown): OfflinePackage | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (!('credentials' in value && 'didDocuments' in value && 'statusLists' in value))
    return undefined;
  const { credentials, didDocuments, statusLists } = value;
  return isTexts(credentials) && isTexts(statusLists) && isObjects(didDocuments)
    ? { credentials, didDocuments, statusLists }
    : undefined;
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'string');
}

function isObjects(value: unknown): value is readonly JsonObject[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'object' && each !== null);
}
