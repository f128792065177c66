import { t } from '../language.ts';

/**
 * The sentence of a refusal of better-auth, which answers the requests below /app/auth in English, by codes of its own;
 * undefined for an answer without a code.
 */
export function authRefusal(code: string | undefined): string | undefined {
  if (code === undefined) return undefined;
  return (
    {
      ACCOUNT_TEMPORARILY_LOCKED: t('Too many wrong codes. Try again in 15 minutes.'),
      AUTHENTICATION_FAILED: t(
        'This passkey was not accepted. Try again, or sign in with your password.',
      ),
      CHALLENGE_NOT_FOUND: t('This took too long. Try again.'),
      CREDENTIAL_ACCOUNT_NOT_FOUND: t('Your account has no password: you sign in without one.'),
      INVALID_BACKUP_CODE: t('This recovery code is wrong or was used before.'),
      INVALID_CODE: t(
        'This code is wrong or too old. Enter the one that your authenticator shows.',
      ),
      INVALID_EMAIL: t('This is not an e-mail address.'),
      INVALID_EMAIL_OR_PASSWORD: t('The e-mail address or the password is wrong.'),
      INVALID_PASSWORD: t('This is not your password.'),
      INVALID_TWO_FACTOR_COOKIE: t('The sign-in took too long. Begin again with your password.'),
      PASSKEY_NOT_FOUND: t('No account here has this passkey. Sign in with your password.'),
      PASSKEY_NOT_VERIFIED: t(
        'This passkey did not verify you: set a PIN, a fingerprint or a face for it, or sign in with your password.',
      ),
      PREVIOUSLY_REGISTERED: t('Your account has this passkey already.'),
      SESSION_NOT_FRESH: t(
        'Your sign-in is more than a day old. Sign out, sign in again, and repeat this.',
      ),
      TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: t(
        'Too many wrong codes. Begin again with your password.',
      ),
      TOTP_ALREADY_ENABLED: t('The second factor is on already. Load the page again.'),
      TOTP_NOT_ENABLED: t('The second factor is off. Load the page again.'),
      TWO_FACTOR_NOT_ENABLED: t('The second factor is off. Load the page again.'),
    }[code] ?? t('The service refused this ({code}). Try again, or ask your operator.', { code })
  );
}
