/** States of Implementing Regulation (EU) 2026/1778. */
export type RegistrationState = 'PENDING' | 'REGISTERED' | 'REJECTED' | 'DEACTIVATED';

export const REGISTRATION_STATES: RegistrationState[] = [
  'PENDING',
  'REGISTERED',
  'REJECTED',
  'DEACTIVATED',
];

/** One thing that is wrong with a record. */
export type RegistrationError = { readonly field: string; readonly message: string };

/**
 * The fields that the registry asks for, under the names of the mock registry of CIRPASS-2; the regulation publishes no
 * schema of an interface.
 */
export type RegistryRecord = {
  /** Unique product identifier of the passport. */
  readonly upi: string;
  readonly granularityLevel: 'MODEL' | 'BATCH' | 'ITEM';
  /** Those of the batch and the model, where they have passports (Article 8). */
  readonly batchUpi?: string;
  readonly modelUpi?: string;
  /** Identifier of the responsible economic operator. */
  readonly reoId: string;
  readonly facilitiesId: readonly string[];
  readonly commodityCode: string;
  readonly liveURL: string;
  readonly backupURL: string;
  /** SHA-256 of the version. */
  readonly hash: string;
  /** Of an ITEM only. */
  readonly deactivated?: boolean;
};

export type Outcome = {
  readonly state: RegistrationState;
  readonly registrationId: string | null;
  readonly errors: readonly RegistrationError[];
};

/** Connection to a registry. A failure is a `RegistryFailure`, and is tried again. */
export type RegistryAdapter = {
  /** Submits a record; the same key is the same submission. */
  readonly submit: (key: string, record: RegistryRecord, stopping: AbortSignal) => Promise<Outcome>;
  /** The outcome of an earlier submission. */
  readonly find: (
    key: string,
    registrationId: string | null,
    stopping: AbortSignal,
  ) => Promise<Outcome>;
};

/** The registry did not answer, or not in its own words. */
export class RegistryFailure extends Error {}
