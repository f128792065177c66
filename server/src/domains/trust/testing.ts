import type { TenantTx } from '../../platform/database/index.ts';
import { signCredentials } from './credentials.ts';
import type { CredentialDraft, SignedCredential, Trust } from './model.ts';

/** Signs one credential. */
export async function signCredential(
  work: TenantTx,
  trust: Trust,
  draft: CredentialDraft,
): Promise<SignedCredential> {
  const [signed] = await signCredentials(work, trust, [draft]);
  if (signed === undefined) throw new Error('The credential was not signed.');
  return signed;
}
