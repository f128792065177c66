import { uuidv7 } from 'uuidv7';

/** The prefix of every kind of id: an id at the API is a TypeID, `prefix_` + UUIDv7 in base32. */
export const ID_PREFIXES = {
  organization: 'org',
  user: 'usr',
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
  asset: 'ast',
  webhookEndpoint: 'whk',
  event: 'evt',
  delivery: 'dlv',
  job: 'job',
  request: 'req',
} as const;

export type IdKind = keyof typeof ID_PREFIXES;

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const ENCODED_LENGTH = 26;

/** The two base32 digits of every ten bits. */
const PAIRS = Array.from({ length: 1024 }, (_, bits) => digit(bits >> 5) + digit(bits & 31));
/** The value of a hex digit by its character code. */
const NIBBLES = Uint8Array.from({ length: 128 }, (_, code) =>
  Math.max(0, '0123456789abcdef'.indexOf(String.fromCharCode(code).toLowerCase())),
);
const VALUES = new Map([...ALPHABET].map((character, value) => [character, value]));

function digit(value: number): string {
  return ALPHABET.charAt(value);
}

/** A new UUIDv7, ascending within the process: Node's own is random within a millisecond. */
export function newUuid(): string {
  return uuidv7();
}

/** `prod_01h455vb4pex5vsknk084sn02q` from the uuid that the database holds. */
export function encodeId(kind: IdKind, uuid: string): string {
  return `${ID_PREFIXES[kind]}_${encodeUuid(uuid)}`;
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

/** What kind of thing an id names, read from its prefix. */
export function kindOfId(id: string): IdKind | undefined {
  return KINDS_BY_PREFIX.get(id.slice(0, id.indexOf('_')));
}

/**
 * 128 bits as 26 base32 digits: 130 bits, the first two of them zero. Eight words of sixteen bits are
 * cut into thirteen tens, all written out, because a page of fifty ids spends its time here.
 */
function encodeUuid(uuid: string): string {
  const a = wordAt(uuid, 0);
  const b = wordAt(uuid, 4);
  const c = wordAt(uuid, 9);
  const d = wordAt(uuid, 14);
  const e = wordAt(uuid, 19);
  const f = wordAt(uuid, 24);
  const g = wordAt(uuid, 28);
  const h = wordAt(uuid, 32);
  return (
    pair(a >>> 8) +
    pair((a << 2) | (b >>> 14)) +
    pair(b >>> 4) +
    pair((b << 6) | (c >>> 10)) +
    pair(c) +
    pair(d >>> 6) +
    pair((d << 4) | (e >>> 12)) +
    pair(e >>> 2) +
    pair((e << 8) | (f >>> 8)) +
    pair((f << 2) | (g >>> 14)) +
    pair(g >>> 4) +
    pair((g << 6) | (h >>> 10)) +
    pair(h)
  );
}

function pair(bits: number): string {
  return PAIRS[bits & 1023] ?? '';
}

/** The sixteen bits that four hex digits spell. */
function wordAt(uuid: string, at: number): number {
  return (
    (nibbleAt(uuid, at) << 12) |
    (nibbleAt(uuid, at + 1) << 8) |
    (nibbleAt(uuid, at + 2) << 4) |
    nibbleAt(uuid, at + 3)
  );
}

function nibbleAt(uuid: string, at: number): number {
  return NIBBLES[uuid.charCodeAt(at)] ?? 0;
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
