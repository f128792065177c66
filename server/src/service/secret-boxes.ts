import { resealPartners } from '../domains/footprint-exchange/index.ts';
import { resealSigningKeys } from '../domains/trust/index.ts';
import { resealSecrets } from '../domains/webhooks/index.ts';
import type { Db } from '../platform/database/index.ts';
import { SecretBox } from '../platform/secret-box.ts';
import type { Secrets } from '../platform/secrets.ts';

type Reseal = (db: Db, box: SecretBox) => Promise<void>;

/** The boxes of secrets that the database holds. What was sealed under an earlier secret is sealed again. */
export async function openSecretBoxes(db: Db, secrets: Secrets) {
  const boxOf = async (purpose: string, reseal: Reseal) => {
    const earlier = secrets.earlierKeysFor(purpose);
    const box = new SecretBox(secrets.keyFor(purpose), ...earlier);
    if (earlier.length > 0) await reseal(db, box);
    return box;
  };
  return {
    webhooks: await boxOf('webhook-secrets', resealSecrets),
    signingKeys: await boxOf('signing-keys', resealSigningKeys),
    partners: await boxOf('partner-secrets', resealPartners),
    /** Access tokens end soon: those of an earlier secret are not taken over. */
    accessTokens: new SecretBox(secrets.keyFor('access-tokens')),
  };
}
