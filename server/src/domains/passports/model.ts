import type { ValuesOf } from '../../platform/database/index.ts';
import type { Scope } from '../../platform/scope.ts';
import type { Transitions } from '../../rules/mutations/preconditions.ts';
import type { DPP } from './properties.ts';

/** Level of detail of a passport: all pieces of a model, those of a batch, or one piece. */
export type Granularity = 'MODEL' | 'BATCH' | 'ITEM';

export type DppStatus =
  | 'DRAFT'
  | 'PUBLISHED'
  | 'SUSPENDED'
  | 'REVOKED'
  | 'END_OF_LIFE'
  | 'ARCHIVED';

export const DPP_TRANSITIONS: Transitions<DppStatus> = {
  DRAFT: ['PUBLISHED'],
  PUBLISHED: ['SUSPENDED', 'REVOKED', 'END_OF_LIFE', 'ARCHIVED'],
  SUSPENDED: ['PUBLISHED', 'REVOKED', 'END_OF_LIFE', 'ARCHIVED'],
  REVOKED: [],
  END_OF_LIFE: ['ARCHIVED'],
  ARCHIVED: [],
};

/** Fate of a product whose passport ended. */
/** The footprint of a passport, compared with that of its product. */
export type FootprintState = 'CURRENT' | 'OUTDATED' | 'NOT_TAKEN' | 'NOT_CALCULATED';

export type Fate = 'RECYCLED' | 'DESTROYED' | 'EXPORTED' | 'LOST' | 'REPURPOSED';

/** State of an offer to pass a passport on. */
export type GrantState = 'ACTIVE' | 'REVOKED' | 'EXPIRED';
export type TransferState = 'OFFERED' | 'ACCEPTED' | 'WITHDRAWN' | 'EXPIRED';

/** Work of a job of passports. */
export type DppJobKind = 'DRAFT_ITEMS' | 'DRAFT_MODELS' | 'PUBLISH_DRAFTS';

/** Result of one product or draft of a job of passports. */
export type JobLineOutcome = 'CREATED' | 'EXISTED' | 'REFUSED';

/** Class of access of a field. */
export type FieldClass = 'PUBLIC' | 'RESTRICTED' | 'CONFORMITY' | 'INDIVIDUAL' | 'INTERNAL';

export const FIELD_CLASSES: readonly FieldClass[] = [
  'PUBLIC',
  'RESTRICTED',
  'CONFORMITY',
  'INDIVIDUAL',
  'INTERNAL',
];

/** Reader of a passport. */
export const AUDIENCES = ['PUBLIC', 'LEGITIMATE_INTEREST', 'AUTHORITY', 'OWNER'] as const;
export type Audience = (typeof AUDIENCES)[number];

/** Audiences that a grant can open. */
export type GrantedAudience = Extract<Audience, 'LEGITIMATE_INTEREST' | 'AUTHORITY'>;

/**
 * Classes that an audience may read. A lattice, not a ladder: an authority reads test reports but not the
 * data of the use of one item (Regulation (EU) 2023/1542, Article 77(2)).
 */
export const VISIBLE_CLASSES: Readonly<Record<Audience, ReadonlySet<FieldClass>>> = {
  PUBLIC: new Set(['PUBLIC']),
  LEGITIMATE_INTEREST: new Set(['PUBLIC', 'RESTRICTED', 'INDIVIDUAL']),
  AUTHORITY: new Set(['PUBLIC', 'RESTRICTED', 'CONFORMITY']),
  OWNER: new Set(FIELD_CLASSES),
};

/** Types of the values of fields. LOCALIZED is a list of `{language, text}`, one for each language. */
export const FIELD_TYPES = [
  'TEXT',
  'LOCALIZED',
  'NUMBER',
  'INTEGER',
  'BOOLEAN',
  'DATE',
  'URL',
  'COUNTRY',
  'CODE',
  'IDENTIFIER',
  'OBJECT',
] as const;
export type FieldType = (typeof FIELD_TYPES)[number];

/** Schemes of identifiers with their own check. */
export const IDENTIFIER_SCHEMES = ['GTIN', 'GLN', 'CAS', 'EC', 'HS', 'EORI', 'UNIT'] as const;
export type IdentifierScheme = (typeof IDENTIFIER_SCHEMES)[number];

/** A field of a product-group schema. */
export type DppField = {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly type: FieldType;
  readonly isList: boolean;
  /** True if an empty list is a statement, that there are none, and not a missing value. */
  readonly mayBeEmpty: boolean;
  /** UN/ECE Recommendation 20 code of the unit of a number. */
  readonly unit?: string | undefined;
  readonly minimum?: number | undefined;
  readonly maximum?: number | undefined;
  readonly values?: readonly string[] | undefined;
  readonly scheme?: IdentifierScheme | undefined;
  readonly access: FieldClass;
  /** Categories of products that need the field before publication; `*` for all. */
  readonly requiredFor: readonly string[];
  /** Levels of passports that have the field; all if absent. */
  readonly granularities?: readonly Granularity[] | undefined;
  readonly source: string;
  /** The fields of an OBJECT. */
  readonly fields: readonly DppField[];
};

/** Contents of the passports of one product group, in one version. */
export type DppSchema = {
  readonly id: string;
  readonly version: string;
  readonly title: string;
  readonly description: string;
  /** True if its source is not in force yet. */
  readonly isDraft: boolean;
  /** Years that a published passport is kept at least. */
  readonly retentionYears: number;
  /** Categories of products, which need different fields; empty if the group has none. */
  readonly categories: readonly { readonly id: string; readonly title: string }[];
  readonly sources: readonly string[];
  /** Paths of common fields that the group requires in addition, such as `economicOperator.address`. */
  readonly requiredCommon: readonly string[];
  /** Fields of `sectorData`; the common fields come in addition. */
  readonly fields: readonly DppField[];
  /** Data points of the source that the schema leaves out, with the reason. */
  readonly omitted: readonly { readonly name: string; readonly reason: string }[];
};

export type Json =
  | null
  | boolean
  | number
  | string
  | readonly Json[]
  | { readonly [name: string]: Json };

/** Content of a passport: the common fields by their names, and `sectorData`. */
export type DppContent = { readonly [name: string]: Json };

/** A text in one language, an item of a LOCALIZED field. */
export type LocalizedText = { readonly language: string; readonly text: string };

/** State of a passport, without its content. */
export type Dpp = ValuesOf<typeof DPP>;

/** SHA-256 of the content of each class of access, in hex. */
export type ClassDigests = Readonly<Record<FieldClass, string>>;

/** Proof of a published version. Each version names the hash of the one before. */
type Integrity = {
  readonly hash: string;
  readonly previousHash: string | null;
  readonly digests: ClassDigests;
  /** The salts of the classes that the audience may read. */
  readonly salts: Readonly<Partial<Record<FieldClass, string>>>;
  /** Signed credential of the public content; null where the content is not shown. */
  readonly jws: string | null;
  readonly keyId: string;
};

/** A field that is present and not shown to the audience: its name, never its value. */
export type WithheldField = { readonly path: string; readonly class: FieldClass };

/** A reason that the service gives for a change of state: a fixed word of pages, with its values. */
export type StatusCause = {
  readonly word: 'handedOver' | 'updatedByMethod';
  readonly values: Readonly<Record<string, string>>;
};

/** One published version of a passport as an audience may see it. Only `viewOf` makes it. */
export type DppView = {
  readonly scope: Scope;
  /** Organization below whose address the passport was first published, if it passed on since. */
  readonly originId: string | null;
  readonly audience: Audience;
  readonly id: string;
  readonly identity: string;
  readonly granularity: Granularity;
  readonly gtin: string | null;
  readonly batchNumber: string | null;
  readonly serialNumber: string | null;
  readonly schemaId: string;
  readonly schemaVersion: string;
  readonly status: DppStatus;
  readonly statusReason: string | null;
  readonly statusCause: StatusCause | null;
  readonly statusChangedAt: Date;
  readonly fate: Fate | null;
  readonly predecessorId: string | null;
  readonly successorId: string | null;
  /** Number of the version that is shown. */
  readonly number: number;
  readonly isSuperseded: boolean;
  readonly validFrom: Date;
  readonly validUntil: Date | null;
  readonly publishedAt: Date;
  readonly updatedAt: Date;
  /**
   * FULL shows the content by class; HEADER only identifiers and the operator (SUSPENDED); TOMBSTONE
   * nothing but the state (REVOKED, and a battery that was recycled): HTTP 410.
   */
  readonly extent: 'FULL' | 'HEADER' | 'TOMBSTONE';
  readonly content: DppContent;
  readonly withheld: readonly WithheldField[];
  readonly integrity: Integrity;
};

/** A published version as it is stored; it reaches readers only as a `DppView`. */
export type StoredVersion = Omit<Integrity, 'salts'> & {
  readonly number: number;
  readonly content: DppContent;
  /** Without that of the class INTERNAL in versions of a former owner. */
  readonly salts: Readonly<Partial<Record<FieldClass, string>>>;
  readonly validFrom: Date;
  readonly validUntil: Date | null;
  readonly publishedAt: Date;
};

/** Key of a GS1 Digital Link: lot and serial number may be absent. */
export type DigitalLinkKey = {
  readonly gtin: string;
  readonly batchNumber?: string | undefined;
  readonly serialNumber?: string | undefined;
};
