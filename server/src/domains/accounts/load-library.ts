import { nextTurn } from '../../platform/concurrency/event-loop.ts';

/**
 * Loads better-auth at the first use, part by part, each in a turn of its own: loaded at once it held the event loop for 0.3 s,
 * whoever signed in first. What the later parts need of the earlier ones is there then.
 */
export async function loadLibrary() {
  await import('better-auth/crypto');
  await nextTurn();
  await import('better-auth/db');
  await nextTurn();
  await import('@better-auth/core/oauth2');
  await nextTurn();
  const { APIError, createAuthMiddleware } = await import('better-auth/api');
  await nextTurn();
  const { betterAuth } = await import('better-auth');
  await nextTurn();
  const { twoFactor } = await import('better-auth/plugins/two-factor');
  await nextTurn();
  const { passkey } = await import('@better-auth/passkey');
  return { betterAuth, twoFactor, passkey, APIError, createAuthMiddleware };
}
