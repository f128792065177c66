import { t } from '../language.ts';
import { Failure, send } from './session.ts';

/** Passkeys of the browser and its devices (WebAuthn), at the service. */

const AUTH = '/app/auth/passkey';

export type Passkey = {
  readonly id: string;
  readonly name: string | null;
  readonly createdAt: string;
};

export function hasPasskeys(): boolean {
  return 'PublicKeyCredential' in window && 'parseCreationOptionsFromJSON' in PublicKeyCredential;
}

export function listPasskeys(): Promise<readonly Passkey[]> {
  return send<readonly Passkey[]>(`${AUTH}/list-user-passkeys`);
}

export async function addPasskey(name: string): Promise<void> {
  const options = await send<PublicKeyCredentialCreationOptionsJSON>(
    `${AUTH}/generate-register-options`,
  );
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  const response = await answered(navigator.credentials.create({ publicKey }));
  await send(`${AUTH}/verify-registration`, { response, name });
}

export async function removePasskey(id: string): Promise<void> {
  await send(`${AUTH}/delete-passkey`, { id });
}

/** Starts a session; the device offers the passkeys that it has for this service. */
export async function signInByPasskey(): Promise<void> {
  const options = await send<PublicKeyCredentialRequestOptionsJSON>(
    `${AUTH}/generate-authenticate-options`,
  );
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON({
    ...options,
    userVerification: 'required',
  });
  const response = await answered(navigator.credentials.get({ publicKey }));
  await send(`${AUTH}/verify-authentication`, { response });
}

/** The answer of an authenticator as JSON; browsers do not say why a person gave none. */
async function answered(asked: Promise<Credential | null>) {
  const credential = await asked.catch(() => null);
  if (!(credential instanceof PublicKeyCredential))
    throw new Failure(
      t('No passkey was used: it was cancelled, took too long, or is there already.'),
    );
  return credential.toJSON();
}
