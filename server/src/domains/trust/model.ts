import type { KeyObject } from 'node:crypto';
import type { JWK } from 'jose';
import type { JsonObject } from '../../platform/json/index.ts';
import type { SecretBox } from '../../platform/secret-box.ts';
import type { PublicUrls } from '../../rules/public-urls.ts';

declare module '../../rules/context.ts' {
  interface Services {
    readonly trust: Trust;
  }
}

/** Tools of signing: the encryption of private keys, and the addresses that identify issuers. */
export type Trust = {
  readonly box: SecretBox;
  readonly urls: PublicUrls;
  /** Private keys of organizations (uuids) that the configuration gives, for their live passports. */
  readonly configured?: ReadonlyMap<string, KeyObject>;
};

export type SigningKeyState = 'ACTIVE' | 'RETIRED' | 'COMPROMISED';

/** The public half of a key. */
export type PublicSigningKey = {
  readonly id: string;
  readonly thumbprint: string;
  readonly publicKey: JWK;
  readonly state: SigningKeyState;
  readonly createdAt: Date;
  readonly endedAt: Date | null;
};

/** A credential to be signed, and the id of the object that it is about. */
export type CredentialDraft = { readonly subjectId: string; readonly credential: JsonObject };

export type SignedCredential = {
  readonly subjectId: string;
  /** The credential with its issuer and status entries, as it was signed. */
  readonly credential: JsonObject;
  /** Compact JWS of type `vc+jwt`. */
  readonly jws: string;
  /** Id of the signing key. */
  readonly keyId: string;
};

/** Bits of a credential in the status lists; `refresh` says that a newer credential exists. */
export const STATUS_PURPOSES = ['revocation', 'suspension', 'refresh'] as const;
export type StatusPurpose = (typeof STATUS_PURPOSES)[number];

export function isStatusPurpose(text: string): text is StatusPurpose {
  return STATUS_PURPOSES.some((purpose) => purpose === text);
}

/** Places of one status list; the W3C minimum for privacy. */
export const LIST_LENGTH = 131_072;

export type StatusPlace = {
  readonly listId: string;
  readonly place: number;
  readonly subjectId: string;
};
