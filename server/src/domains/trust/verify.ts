import { compactVerify, decodeProtectedHeader, importJWK } from 'jose';
import { isObject, type JsonObject } from '../../platform/json/index.ts';
import { bitAt } from './bitstring.ts';
import { asList, formProblem, idOf } from './credential-form.ts';
import { isStatusPurpose } from './model.ts';

/** Clocks of issuer and verifier differ. */
const CLOCK_SKEW_MS = 60_000;

/** Algorithms of signatures by any issuer; those of this service are ES256. */
const ALGORITHMS = ['ES256', 'ES384', 'EdDSA', 'Ed25519'];

/** Types of a JWS with a credential; the later ones are of drafts that issuers still use. */
const TOKEN_TYPE = /^(application\/)?(vc\+jwt|vc-ld\+jwt|vc\+ld\+json\+jwt|jwt)$/i;

/** Each entry costs the check of a list; credentials have one for a purpose. */
const MOST_STATUS_ENTRIES = 8;

/** The sources that a verification needs: it reads nothing else. */
export type VerificationSources = {
  /** DID document of an issuer; undefined if it cannot be had. */
  readonly didDocument: (did: string) => Promise<unknown>;
  /** A status list, as the signed credential (`vc+jwt`) at its address; undefined if it cannot be had. */
  readonly statusList: (url: string) => Promise<string | undefined>;
  readonly now: Date;
};

/** OK, FAILED (the credential is not to be relied on), NOTE (a fact to know), UNKNOWN (a source is missing). */
export type Outcome = 'OK' | 'FAILED' | 'NOTE' | 'UNKNOWN';

export type Finding = {
  readonly check: 'FORMAT' | 'ISSUER' | 'SIGNATURE' | 'VALIDITY' | 'STATUS' | 'CONTENT';
  readonly outcome: Outcome;
  readonly detail: string;
};

export type Verification = {
  /** True if the signature is the issuer's and nothing failed. */
  readonly isValid: boolean;
  readonly issuer: string | undefined;
  readonly credential: JsonObject | undefined;
  readonly findings: readonly Finding[];
};

/** Verifies a W3C Verifiable Credential 2.0 in its `vc+jwt` form, or enveloped: signature, issuer, period, status. */
export async function verifyCredential(
  given: string,
  sources: VerificationSources,
): Promise<Verification> {
  const jws = tokenIn(given.trim());
  const read = readCredential(jws);
  if (typeof read === 'string') return failed('FORMAT', read);
  const { credential, issuer } = read;
  const signature = await signatureFindings(jws, read, sources);
  const isSigned = signature.some(
    ({ check, outcome }) => check === 'SIGNATURE' && outcome === 'OK',
  );
  const findings = [
    ...signature,
    ...validityFindings(credential, sources.now),
    // Entries that nobody signed say nothing about the status.
    ...(isSigned ? await statusFindings(credential, sources) : []),
  ];
  const isValid = isSigned && findings.every(({ outcome }) => outcome !== 'FAILED');
  return { isValid, issuer, credential, findings };
}

function failed(check: Finding['check'], detail: string): Verification {
  const findings: Finding[] = [{ check, outcome: 'FAILED', detail }];
  return { isValid: false, issuer: undefined, credential: undefined, findings };
}

type Read = {
  readonly credential: JsonObject;
  readonly issuer: string;
  readonly kid: string;
  readonly alg: string;
};

/** The JWS of an enveloped credential or presentation, whose id is a data URL with it; any other text is the JWS itself. */
export function tokenIn(text: string): string {
  if (!text.startsWith('{')) return text;
  try {
    const envelope: unknown = JSON.parse(text);
    const id = isObject(envelope) ? envelope['id'] : undefined;
    return typeof id === 'string' ? id.replace(/^data:application\/[^,]*,/, '') : text;
  } catch {
    return text;
  }
}

/** The parts of a credential before anything is checked, or the reason why it is malformed. */
function readCredential(jws: string): Read | string {
  try {
    const { typ, kid = '', alg = 'none', iss } = decodeProtectedHeader(jws);
    if (typ !== undefined && !TOKEN_TYPE.test(typ))
      return `The token is of the type ${typ}, not vc+jwt.`;
    const credential: unknown = JSON.parse(
      Buffer.from(jws.split('.')[1] ?? '', 'base64url').toString('utf8'),
    );
    if (!isObject(credential)) return 'The payload is not a JSON object.';
    const problem = formProblem(credential);
    if (problem !== undefined) return problem;
    // VC-JOSE-COSE: these claims are of credentials of version 1, which this one would hide.
    if ('vc' in credential || 'vp' in credential) return 'The claims vc and vp must be absent.';
    const issuer = idOf(credential['issuer']) ?? '';
    if ([iss, credential['iss']].some((claim) => claim !== undefined && claim !== issuer))
      return 'The claim iss must be the id of the issuer.';
    return { credential, issuer, kid, alg };
  } catch {
    return 'It is not a JWS in compact form (three parts of base64url).';
  }
}

async function signatureFindings(
  jws: string,
  { issuer, kid, alg }: Read,
  sources: VerificationSources,
): Promise<Finding[]> {
  const document = await sources.didDocument(issuer);
  if (!isObject(document)) {
    const detail = `The DID document of ${issuer} could not be read, so the signature was not checked.`;
    return [{ check: 'ISSUER', outcome: 'UNKNOWN', detail }];
  }
  if (document['id'] !== issuer)
    return [finding('ISSUER', 'FAILED', `The DID document is not that of ${issuer}.`)];
  // A DID document and a header may name keys relative to the DID, and a header by the `kid` of the key itself.
  const absolute = (id: unknown) =>
    typeof id === 'string' && id.startsWith('#') ? `${issuer}${id}` : id;
  const keyUrl = absolute(kid);
  const method = asList(document['verificationMethod'])
    .filter(isObject)
    .find(
      ({ id, publicKeyJwk: key }) =>
        absolute(id) === keyUrl || (isObject(key) && key['kid'] === kid),
    );
  if (method === undefined) return [finding('ISSUER', 'FAILED', `${issuer} has no key ${kid}.`)];
  if (method['revoked'] !== undefined)
    return [finding('ISSUER', 'FAILED', `The issuer revoked the key at ${method['revoked']}.`)];
  const asserts = asList(document['assertionMethod']).some(
    (each) => absolute(isObject(each) ? each['id'] : each) === absolute(method['id']),
  );
  if (!asserts) return [finding('ISSUER', 'FAILED', 'The key may not assert anything.')];
  const jwk = method['publicKeyJwk'];
  if (!isObject(jwk))
    return [finding('ISSUER', 'UNKNOWN', `The key ${kid} is not given as publicKeyJwk.`)];
  if (!ALGORITHMS.includes(alg)) {
    const detail = `The algorithm ${alg} is not checked; ${ALGORITHMS.join(', ')} are.`;
    return [finding('SIGNATURE', 'UNKNOWN', detail)];
  }
  try {
    await compactVerify(jws, await importJWK({ ...jwk }, alg), { algorithms: [alg] });
    return [
      finding('ISSUER', 'OK', "The key is the issuer's."),
      finding('SIGNATURE', 'OK', 'The content is unchanged since it was signed.'),
    ];
  } catch {
    return [finding('SIGNATURE', 'FAILED', 'The signature does not fit the content.')];
  }
}

function validityFindings(credential: JsonObject, now: Date): Finding[] {
  const period = ['validFrom', 'validUntil'].map((name) => ({ name, time: credential[name] }));
  const malformed = period.find(({ time }) => time !== undefined && !isDateTimeStamp(time));
  if (malformed !== undefined)
    return [
      finding('VALIDITY', 'FAILED', `${malformed.name} is not a dateTimeStamp of XML Schema.`),
    ];
  const [from, until] = period.map(({ time }) => time);
  if (typeof from === 'string' && Date.parse(from) > now.getTime() + CLOCK_SKEW_MS)
    return [finding('VALIDITY', 'FAILED', `It is valid from ${from} on.`)];
  if (typeof until === 'string' && Date.parse(until) < now.getTime())
    return [finding('VALIDITY', 'FAILED', `It was valid until ${until}.`)];
  return [finding('VALIDITY', 'OK', 'It is within its period of validity.')];
}

const DATE_TIME_STAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/;

/** A time that reads as none would never begin or end. */
function isDateTimeStamp(value: unknown): boolean {
  return (
    typeof value === 'string' && DATE_TIME_STAMP.test(value) && !Number.isNaN(Date.parse(value))
  );
}

async function statusFindings(
  credential: JsonObject,
  sources: VerificationSources,
): Promise<Finding[]> {
  const entries = asList(credential['credentialStatus']).filter(isObject);
  if (entries.length > MOST_STATUS_ENTRIES) {
    const detail = `It has ${entries.length} status entries; at most ${MOST_STATUS_ENTRIES} are checked.`;
    return [finding('STATUS', 'FAILED', detail)];
  }
  return Promise.all(entries.map((entry) => statusFinding(entry, credential, sources)));
}

async function statusFinding(
  entry: JsonObject,
  credential: JsonObject,
  sources: VerificationSources,
): Promise<Finding> {
  const { statusPurpose: purpose, statusListCredential: url, statusListIndex: index } = entry;
  if (typeof purpose !== 'string' || !isStatusPurpose(purpose) || typeof url !== 'string')
    return finding('STATUS', 'NOTE', 'A status entry of an unknown kind was not checked.');
  if ((entry['statusSize'] ?? 1) !== 1)
    return finding(
      'STATUS',
      'UNKNOWN',
      `A ${purpose} of more than one bit is not checked: ${url}.`,
    );
  const given = await sources.statusList(url);
  if (given === undefined)
    return finding('STATUS', 'UNKNOWN', `The list for ${purpose} could not be read: ${url}.`);
  const jws = tokenIn(given.trim());
  const list = readCredential(jws);
  if (typeof list === 'string') return finding('STATUS', 'UNKNOWN', `${url}: ${list}`);
  const expected = { url, purpose, issuer: idOf(credential['issuer']) };
  const problem = await listProblem(list, jws, expected, sources);
  if (problem !== undefined) return finding('STATUS', 'FAILED', problem);
  const subject = list.credential['credentialSubject'];
  const encoded = isObject(subject) ? subject['encodedList'] : undefined;
  // W3C wants the index as a text, UNTP 0.7.0 as a number.
  const place = /^\d+$/.test(String(index)) ? Number(index) : Number.NaN;
  const isSet = typeof encoded === 'string' ? await bitAt(encoded, place) : undefined;
  if (isSet === undefined)
    return finding('STATUS', 'FAILED', `The list for ${purpose} is malformed: ${url}.`);
  const { set, clear } = STATUS_TEXTS[purpose];
  return isSet ? set : clear;
}

const STATUS_TEXTS = {
  revocation: {
    set: finding('STATUS', 'FAILED', 'The issuer revoked it.'),
    clear: finding('STATUS', 'OK', 'It is not revoked.'),
  },
  suspension: {
    set: finding('STATUS', 'FAILED', 'The issuer suspended it.'),
    clear: finding('STATUS', 'OK', 'It is not suspended.'),
  },
  refresh: {
    set: finding('STATUS', 'NOTE', 'A newer version exists.'),
    clear: finding('STATUS', 'OK', 'It is the newest version.'),
  },
} as const;

/** Reason why a status list is not to be believed; undefined if it is the issuer's and of the purpose. */
async function listProblem(
  list: Read,
  jws: string,
  expected: { readonly url: string; readonly purpose: string; readonly issuer: string | undefined },
  sources: VerificationSources,
): Promise<string | undefined> {
  const { url, purpose, issuer } = expected;
  if (list.issuer !== issuer) return `The list for ${purpose} is of another issuer: ${url}.`;
  if (list.credential['id'] !== url) return `The list for ${purpose} has another address: ${url}.`;
  const subject = list.credential['credentialSubject'];
  const purposes = isObject(subject) ? asList(subject['statusPurpose']) : [];
  if (!purposes.includes(purpose)) return `The list is not for ${purpose}: ${url}.`;
  const findings = await signatureFindings(jws, list, sources);
  if (findings.some(({ outcome }) => outcome !== 'OK'))
    return `The signature of the list for ${purpose} was not verified: ${url}.`;
  const period = validityFindings(list.credential, sources.now);
  return period.every(({ outcome }) => outcome === 'OK')
    ? undefined
    : `The list for ${purpose} is not valid now: ${url}.`;
}

function finding(check: Finding['check'], outcome: Outcome, detail: string): Finding {
  return { check, outcome, detail };
}

/** Id of the key that signed a credential, as its header names it. */
export function keyIdOf(jws: string): string | null {
  return decodeProtectedHeader(jws).kid ?? null;
}
