import { language, t } from '../language.ts';
import { authRefusal } from './auth-refusal.ts';
import type { graphql } from './graphql.ts';

/** The signed-in person and the organizations that they may enter. */
export type Session = {
  readonly person: { readonly id: string; readonly name: string; readonly email: string } | null;
  readonly organizations: readonly Membership[];
  /** False if the service sends no mail: links are then handed on by people. */
  readonly hasMail: boolean;
  /** True if everybody may register. */
  readonly isSignUpOpen: boolean;
  /** The identity provider that people may sign in with. */
  readonly singleSignOn: { readonly name: string } | null;
};

export type Membership = {
  readonly id: string;
  readonly name: string;
  readonly tier: Tier;
  readonly role: Role;
  /** Permissions of the role. */
  readonly permissions: readonly Permission[];
};

export const TIERS = ['FREE', 'GROWTH', 'ENTERPRISE'] as const;
export type Tier = (typeof TIERS)[number];
export type Role = 'OWNER' | 'ADMIN' | 'MEMBER' | 'VIEWER';
export type Permission = ReturnType<typeof graphql.scalar<'Permission'>>;

export async function fetchSession(): Promise<Session> {
  return send<Session>('/app/session');
}

/** A request to the routes before an organization is entered; a refusal becomes an error with its message. */
export async function send<Answer>(path: string, body?: object): Promise<Answer> {
  const response = await fetch(path, {
    ...(body === undefined
      ? {}
      : {
          method: 'POST',
          // Mails come in the language of the page.
          headers: { 'content-type': 'application/json', 'accept-language': language },
          body: JSON.stringify(body),
        }),
  }).catch(() => {
    throw new Failure(t('The service does not answer. Check the connection and try again.'));
  });
  const answer = await response.json().catch(() => ({}));
  if (response.ok) return answer;
  const [error] = answer.errors ?? [];
  throw new Failure(
    error?.message ??
      authRefusal(answer.code) ??
      t('The service answered with status {status}.', { status: response.status }),
    error?.extensions?.problems ?? [],
    answer.extensions?.requestId,
    error?.extensions?.code ??
      (answer.code === 'UNAUTHORIZED' ? 'UNAUTHENTICATED' : answer.code) ??
      (response.status < 500 ? 'BAD_REQUEST' : undefined),
  );
}

export type Problem = {
  readonly path: readonly (string | number)[];
  readonly code: string;
  readonly message: string;
};

const PASSING = new Set([
  'INTERNAL_ERROR',
  'OUTCOME_UNKNOWN',
  'RATE_LIMITED',
  'TIMEOUT',
  'UNAUTHENTICATED',
  'UNAVAILABLE',
]);

/** True for an error after which the same request may succeed, also by signing in again, and if there was no answer. */
export function mayPass(code: string | undefined): boolean {
  return code === undefined || PASSING.has(code);
}

/** Tier or permission that a FORBIDDEN request lacks, or the version that a CONFLICT found in place of the expected one. */
export type Needs = {
  readonly requiredTier?: string;
  readonly requiredPermission?: string;
  readonly currentVersion?: number;
};

/** A refusal or a fault, as people read it. */
export class Failure extends Error {
  readonly problems: readonly Problem[];
  readonly requestId: string | undefined;
  /** Undefined if the service did not answer. */
  readonly code: string | undefined;
  readonly needs: Needs;

  constructor(
    message: string,
    problems: readonly Problem[] = [],
    requestId?: string,
    code?: string,
    needs: Needs = {},
  ) {
    super(message);
    this.problems = problems;
    this.requestId = requestId;
    this.code = code;
    this.needs = needs;
  }

  /** The problem of a field, by the last step of its path; its path has each step of `within` too. */
  of(field: string, ...within: Problem['path']): string | undefined {
    return this.problems.find(
      ({ path }) => path.at(-1) === field && within.every((step) => path.includes(step)),
    )?.message;
  }
}
