import { OperatorError } from '../operator-error.ts';
import { readStoredSecret, storeSecret } from '../secrets.ts';

type SecretPlace = {
  /** TRACKWAY_SECRET. */
  readonly secret: string | undefined;
  readonly backupSecret: string | undefined;
  readonly dataFolder: string;
};

/** Secret that back-ups are encrypted with, and the one of the service that belongs in them. */
export async function backupSecretsOf({ secret, backupSecret, dataFolder }: SecretPlace): Promise<{
  readonly secret: string;
  readonly storedSecret: string | undefined;
}> {
  const storedSecret = secret === undefined ? await readStoredSecret(dataFolder) : undefined;
  const sealing = backupSecret ?? secret ?? storedSecret;
  if (sealing === undefined)
    throw new OperatorError(
      'No secret is known here: set TRACKWAY_BACKUP_SECRET, or else TRACKWAY_SECRET, to the one that the back-up was made under (by default the content of secrets/secret in TRACKWAY_DATA).',
    );
  return { secret: sealing, storedSecret };
}

/** Keeps the secret of the service that a back-up has, unless it is known here already. */
export async function restoreSecret(
  { secret, dataFolder }: SecretPlace,
  restored: string,
): Promise<void> {
  const known = secret ?? (await readStoredSecret(dataFolder));
  if (known === undefined) await storeSecret(dataFolder, restored);
  else if (known !== restored)
    throw new OperatorError(
      'The back-up belongs to another secret than the one here: restore it with an empty TRACKWAY_DATA and without TRACKWAY_SECRET.',
    );
}
