import type { BetterAuthOptions } from 'better-auth';
import type { Db } from '../../platform/database/index.ts';
import { findInvitation } from './invitation-store.ts';
import { digestOfToken } from './members.ts';

type Gate = NonNullable<NonNullable<BetterAuthOptions['user']>['validateUserInfo']>;

/**
 * Decides who becomes a person of this service by single sign-on: whoever has an open invitation, or everybody if
 * sign-up is open. The provider must have verified the address; else a stranger could take the name of another.
 */
export function signOnGate(db: Db, isSignUpOpen: boolean): Gate {
  return async ({ user, source }) => {
    if (source.method !== 'oauth' || source.action === 'sign-in') return;
    if (user.emailVerified !== true) return { error: 'email_not_verified' };
    if (source.action === 'link-account' || isSignUpOpen) return;
    const { getOAuthState } = await import('better-auth/api');
    const state: Readonly<Record<string, unknown>> | null = await getOAuthState();
    const token = state?.['invitation'];
    if (typeof token !== 'string') return { error: 'signup_disabled' };
    const invitation = await findInvitation(db, digestOfToken(token));
    if (invitation === undefined) return { error: 'invitation_closed' };
    if (invitation.email !== null && invitation.email !== user.email)
      return { error: 'invitation_of_another' };
    return;
  };
}
