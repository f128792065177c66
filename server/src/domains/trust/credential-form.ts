import { isObject, type JsonObject } from '../../platform/json/index.ts';

const FIRST_CONTEXT = 'https://www.w3.org/ns/credentials/v2';

/** Members whose objects each name their type. */
const TYPED = ['credentialStatus', 'credentialSchema', 'refreshService', 'termsOfUse', 'evidence'];

/**
 * Reason why an object is no credential of the W3C data model 2.0, as far as it shows without JSON-LD; undefined if it
 * is one.
 */
export function formProblem(credential: JsonObject): string | undefined {
  const contexts: unknown = credential['@context'];
  if (!Array.isArray(contexts) || contexts[0] !== FIRST_CONTEXT)
    return `The first @context must be ${FIRST_CONTEXT}.`;
  if (!asList(credential['type']).includes('VerifiableCredential'))
    return 'The type must contain VerifiableCredential.';
  if (!isUrl(idOf(credential['issuer']))) return 'The issuer has no id that is a URL.';
  if (credential['id'] !== undefined && !isUrl(credential['id'])) return 'Its id is not a URL.';
  const subjects = asList(credential['credentialSubject']);
  if (subjects.length === 0 || !subjects.every(hasMembers))
    return 'It has no credentialSubject with a claim.';
  const untyped = TYPED.find((name) => !asList(credential[name]).every(hasType));
  return untyped === undefined ? undefined : `Each ${untyped} must be an object with a type.`;
}

/** Id of an object, or of a member that is its id alone. */
export function idOf(value: unknown): string | undefined {
  const id = isObject(value) ? value['id'] : value;
  return typeof id === 'string' ? id : undefined;
}

/** The values of a member that may have one or several. */
export function asList(value: unknown): readonly unknown[] {
  if (value === undefined) return [];
  return Array.isArray(value) ? value : [value];
}

function isUrl(value: unknown): boolean {
  return typeof value === 'string' && URL.canParse(value);
}

function hasMembers(value: unknown): boolean {
  return isObject(value) && Object.keys(value).length > 0;
}

function hasType(value: unknown): boolean {
  const types = isObject(value) ? asList(value['type']) : [];
  return types.length > 0 && types.every((type) => typeof type === 'string');
}
