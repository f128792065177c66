export { signAgain, signCredentials, signStatusList } from './credentials.ts';
export { didDocumentOf, didOf, didOfUrl, urlOfDid } from './did.ts';
export { compromiseRetiredKey, listKeys } from './key-store.ts';
export { resealSigningKeys, rotateSigningKey } from './keys.ts';
export { localSources } from './local-sources.ts';
export {
  type CredentialDraft,
  isStatusPurpose,
  type SignedCredential,
  STATUS_PURPOSES,
  type StatusPurpose,
  type Trust,
} from './model.ts';
export { type OfflinePackage, offlinePackageIn, sourcesOf } from './package-sources.ts';
export { credentialsPresentedIn } from './presentation.ts';
export { findListOwner, setStatus } from './status-store.ts';
export {
  type Finding,
  keyIdOf,
  type Outcome,
  type Verification,
  type VerificationSources,
  verifyCredential,
} from './verify.ts';
