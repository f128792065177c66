/** Form of the packages that this version writes and reads. */
export const PACKAGE_FORMAT = 'trackway-passports/1';
export const MANIFEST = 'manifest.json';
export const DID_DOCUMENTS = 'offline/did-documents.json';
export const STATUS_LISTS = 'offline/status-lists.json';
/** Folders of the files that come in parts, named by numbers. */
export const CREDENTIALS = 'offline/credentials/';
export const ROWS = 'rows/';

/** The last file of a package: its origin, and the digest of every other file. */
export type Manifest = {
  readonly format: typeof PACKAGE_FORMAT;
  readonly organization: { readonly id: string; readonly name: string; readonly tier: string };
  readonly environment: 'LIVE' | 'SANDBOX';
  /** Address of the public paths of the first operator. */
  readonly url: string;
  readonly passportCount: number;
  readonly versionCount: number;
  /** SHA-256 in hex by the name of the file. */
  readonly files: Readonly<Record<string, string>>;
};

/**
 * Recovery point objective: the longest pause between two attempts to deliver a change. While the second operator takes
 * packages, nothing older waits.
 */
export const RPO_SECONDS = 600;
