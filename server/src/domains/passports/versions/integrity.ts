import { createHash, randomBytes } from 'node:crypto';
import canonicalize from 'canonicalize';
import { objectOf } from '../../../platform/objects.ts';
import { contentOfClass } from '../content/mask.ts';
import {
  type ClassDigests,
  type DppContent,
  type DppField,
  FIELD_CLASSES,
  type FieldClass,
} from '../model.ts';

/** Header of a version, over which its hash is: its JSON is canonical (RFC 8785), so anybody can repeat it. */
type SealedHeader = {
  /** TypeID of the passport. */
  readonly dppId: string;
  /** Path of its GS1 Digital Link; that of an item is without its batch. */
  readonly identity: string;
  readonly version: number;
  readonly schema: string;
  readonly publishedAt: string;
  readonly previousHash: string | null;
  readonly digests: ClassDigests;
};

export type Salts = Readonly<Record<FieldClass, string>>;

const CLASS_NAMES: Readonly<Record<FieldClass, FieldClass>> = {
  PUBLIC: 'PUBLIC',
  RESTRICTED: 'RESTRICTED',
  CONFORMITY: 'CONFORMITY',
  INDIVIDUAL: 'INDIVIDUAL',
  INTERNAL: 'INTERNAL',
};

/** Random salts: without them, a short value that is withheld could be guessed from its digest. */
export function newSalts(): Salts {
  return objectOf<Salts>(CLASS_NAMES, () => randomBytes(16).toString('hex'));
}

/**
 * A digest for each class of access: a reader checks the classes that it sees and takes the digests of the
 * others as they are.
 */
export function digestsOf(
  fields: readonly DppField[],
  content: DppContent,
  salts: Salts,
): ClassDigests {
  return objectOf<ClassDigests>(CLASS_NAMES, (name) =>
    digestOfClass(fields, content, name, salts[name]),
  );
}

/** SHA-256 over the canonical JSON of `{salt, content}`, in hex. */
export function digestOfClass(
  fields: readonly DppField[],
  content: DppContent,
  fieldClass: FieldClass,
  salt: string,
): string {
  return sha256({ salt, content: contentOfClass(fields, content, fieldClass) });
}

/** Hash of a version: SHA-256 over the canonical JSON of its header, in hex. */
export function hashOf(header: SealedHeader): string {
  return sha256(header);
}

function sha256(value: unknown): string {
  const text = canonicalize(value);
  if (text === undefined) throw new TypeError('Only JSON can be hashed.');
  return createHash('sha256').update(text).digest('hex');
}

/** The salts of some classes. */
export function saltsOf(salts: Partial<Salts>, classes: ReadonlySet<FieldClass>): Partial<Salts> {
  return Object.fromEntries(
    FIELD_CLASSES.filter((name) => classes.has(name)).map((name) => [name, salts[name]]),
  );
}
