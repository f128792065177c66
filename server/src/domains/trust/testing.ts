import type { Tx } from '../../platform/database/index.ts';
import type { Scope } from '../../platform/scope.ts';
import { signCredentials } from './credentials.ts';
import type { CredentialDraft, SignedCredential, Trust } from './model.ts';

/** Signs one credential. */
export async function signCredential(
  tx: Tx,
  scope: Scope,
  trust: Trust,
  draft: CredentialDraft,
): Promise<SignedCredential> {
  const [signed] = await signCredentials(tx, scope, trust, [draft]);
  if (signed === undefined) throw new Error('The credential was not signed.');
  return signed;
}
