import { V7Generator } from 'uuidv7';

/** The prefix of every kind of id: an id at the API is a TypeID, `prefix_` + UUIDv7 in base32. */
export const ID_PREFIXES = {
  organization: 'org',
  user: 'usr',
  member: 'mem',
  invitation: 'inv',
  apiKey: 'key',
  product: 'prod',
  factor: 'fac',
  factorSet: 'fset',
  supplyChain: 'sc',
  customer: 'cus',
  shoppingCart: 'cart',
  order: 'ord',
  transaction: 'txn',
  calculation: 'calc',
  scenario: 'scn',
  dpp: 'dpp',
  dppGrant: 'grant',
  dppTransfer: 'dppt',
  dppVersion: 'dppv',
  epcisEvent: 'epcis',
  asset: 'ast',
  statusList: 'stl',
  footprintPartner: 'part',
  footprintRequest: 'fpr',
  webhookEndpoint: 'whk',
  event: 'evt',
  delivery: 'dlv',
  job: 'job',
  request: 'req',
  auditEntry: 'aud',
} as const;

export type IdKind = keyof typeof ID_PREFIXES;

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const ENCODED_LENGTH = 26;

const DIGIT_CODES = Uint8Array.from(ALPHABET, (character) => character.charCodeAt(0));
/** The value of a hex digit by its character code. */
const NIBBLES = Uint8Array.from({ length: 128 }, (_, code) =>
  Math.max(0, '0123456789abcdef'.indexOf(String.fromCharCode(code).toLowerCase())),
);
/** Templates of ids by kind; the digits are filled in. */
const LETTERS: ReadonlyMap<string, Buffer> = new Map(
  Object.entries(ID_PREFIXES).map(([kind, prefix]) => [
    kind,
    Buffer.from(`${prefix}_${'0'.repeat(ENCODED_LENGTH)}`),
  ]),
);
const NO_LETTERS = Buffer.alloc(0);
const VALUES = new Map([...ALPHABET].map((character, value) => [character, value]));

/** True for the text of a UUID of any version. */
export function isUuid(value: unknown): value is string {
  return typeof value === 'string' && UUID.test(value);
}

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** The uuid of nothing, below every other. */
export const NIL_UUID = '00000000-0000-0000-0000-000000000000';

/** Drawn many at a time: each call for randomness costs as much as a hundred numbers. */
const randomWords = new Uint32Array(1024);
let wordsTaken = randomWords.length;
const generator = new V7Generator({
  nextUint32: () => {
    if (wordsTaken === randomWords.length) {
      crypto.getRandomValues(randomWords);
      wordsTaken = 0;
    }
    return randomWords[wordsTaken++] ?? 0;
  },
});

const newBytes = Buffer.alloc(16);

/** A new UUIDv7, ascending within the process: Node's own is random within a millisecond. */
export function newUuid(): string {
  // The library's own text takes twice as long, and a kilobyte of garbage.
  newBytes.set(generator.generate().bytes);
  const hex = newBytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/**
 * Below every UUIDv7 of this time, in milliseconds since 1970, and above every earlier one. No UUIDv7 is older
 * than 1970, so earlier times have the lowest of all.
 */
export function lowestUuidAt(timeMs: number): string {
  const hex = Math.max(0, timeMs).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}

/** The time of a UUIDv7: its first 48 bits. */
export function timeOfUuid(uuid: string): Date {
  return new Date(Number.parseInt(`${uuid.slice(0, 8)}${uuid.slice(9, 13)}`, 16));
}

/** Text of the uuid that is being encoded, as bytes. */
const uuidBytes = Buffer.alloc(36);

/** `prod_01h455vb4pex5vsknk084sn02q` from the uuid in the database. */
export function encodeId(kind: IdKind, uuid: string): string {
  const letters = LETTERS.get(kind) ?? NO_LETTERS;
  uuidBytes.write(uuid, 'latin1');
  writeIdDigits(uuidBytes, 0, letters, letters.length - ENCODED_LENGTH);
  // One text from the start: JSON takes more than twice as long to write one that was joined or sliced.
  return letters.toString('latin1');
}

/**
 * Writes the 26 digits of an id from the text of its uuid: 128 bits as base32 digits (130 bits, the first
 * two of them zero). Eight 16-bit words are cut into groups of five bits, all written out, because a
 * page of fifty ids spends its time here.
 */
export function writeIdDigits(
  uuid: Uint8Array,
  from: number,
  digits: Uint8Array,
  at: number,
): void {
  const a = wordAt(uuid, from);
  const b = wordAt(uuid, from + 4);
  const c = wordAt(uuid, from + 9);
  const d = wordAt(uuid, from + 14);
  const e = wordAt(uuid, from + 19);
  const f = wordAt(uuid, from + 24);
  const g = wordAt(uuid, from + 28);
  const h = wordAt(uuid, from + 32);
  digits[at] = digitCode(a >>> 13);
  digits[at + 1] = digitCode(a >>> 8);
  digits[at + 2] = digitCode(a >>> 3);
  digits[at + 3] = digitCode((a << 2) | (b >>> 14));
  digits[at + 4] = digitCode(b >>> 9);
  digits[at + 5] = digitCode(b >>> 4);
  digits[at + 6] = digitCode((b << 1) | (c >>> 15));
  digits[at + 7] = digitCode(c >>> 10);
  digits[at + 8] = digitCode(c >>> 5);
  digits[at + 9] = digitCode(c);
  digits[at + 10] = digitCode(d >>> 11);
  digits[at + 11] = digitCode(d >>> 6);
  digits[at + 12] = digitCode(d >>> 1);
  digits[at + 13] = digitCode((d << 4) | (e >>> 12));
  digits[at + 14] = digitCode(e >>> 7);
  digits[at + 15] = digitCode(e >>> 2);
  digits[at + 16] = digitCode((e << 3) | (f >>> 13));
  digits[at + 17] = digitCode(f >>> 8);
  digits[at + 18] = digitCode(f >>> 3);
  digits[at + 19] = digitCode((f << 2) | (g >>> 14));
  digits[at + 20] = digitCode(g >>> 9);
  digits[at + 21] = digitCode(g >>> 4);
  digits[at + 22] = digitCode((g << 1) | (h >>> 15));
  digits[at + 23] = digitCode(h >>> 10);
  digits[at + 24] = digitCode(h >>> 5);
  digits[at + 25] = digitCode(h);
}

/** The uuid behind an id of the given kind; undefined when it is not one. */
export function decodeId(kind: IdKind, id: string): string | undefined {
  const prefix = ID_PREFIXES[kind];
  if (id.length !== prefix.length + 1 + ENCODED_LENGTH || !id.startsWith(`${prefix}_`))
    return undefined;
  return decodeUuid(id.slice(prefix.length + 1));
}

const KINDS_BY_PREFIX = new Map<string, IdKind>();
for (const kind of Object.keys(ID_PREFIXES)) {
  if (isIdKind(kind)) KINDS_BY_PREFIX.set(ID_PREFIXES[kind], kind);
}

function isIdKind(text: string): text is IdKind {
  return Object.hasOwn(ID_PREFIXES, text);
}

/** Kind of object that an id addresses, read from its prefix. */
export function kindOfId(id: string): IdKind | undefined {
  const end = id.indexOf('_');
  return end < 0 ? undefined : KINDS_BY_PREFIX.get(id.slice(0, end));
}

/** The character code of the base32 digit for the last five bits. */
function digitCode(bits: number): number {
  return DIGIT_CODES[bits & 31] ?? 0;
}

/** The sixteen bits that four hex digits spell. */
function wordAt(uuid: Uint8Array, at: number): number {
  return (
    (nibbleAt(uuid, at) << 12) |
    (nibbleAt(uuid, at + 1) << 8) |
    (nibbleAt(uuid, at + 2) << 4) |
    nibbleAt(uuid, at + 3)
  );
}

function nibbleAt(uuid: Uint8Array, at: number): number {
  return NIBBLES[uuid[at] ?? 0] ?? 0;
}

function decodeUuid(text: string): string | undefined {
  let value = 0n;
  for (const character of text) {
    const bits = VALUES.get(character);
    if (bits === undefined) return undefined;
    value = (value << 5n) | BigInt(bits);
  }
  if (value >> 128n !== 0n) return undefined;
  const hex = value.toString(16).padStart(32, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
