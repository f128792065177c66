import type { World } from '../../api/request.ts';
import { Failure } from '../../api/session.ts';
import { t } from '../../language.ts';
import type { Draft } from './draft.ts';

/** The way to send a document: by the person's session, or by a key that lives in this page's memory only. */
export type Target =
  | { readonly kind: 'SESSION'; readonly organization: string; readonly world: World }
  | { readonly kind: 'KEY'; readonly key: string };

export type Answer = {
  readonly data?: unknown;
  readonly errors?: readonly {
    readonly message: string;
    readonly locations?: readonly { readonly line: number; readonly column: number }[];
  }[];
  readonly extensions: {
    readonly requestId: string;
    readonly cost: number;
    readonly rateLimit: { readonly remaining: number };
  };
};

/** Sends a draft. A dry run is checked and weighed by the service, and nothing of it runs. */
export async function ask(target: Target, draft: Draft, dryRun: boolean): Promise<Answer> {
  const response = await fetch(addressOf(target), {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(target.kind === 'KEY' ? { 'X-API-Key': target.key } : {}),
    },
    body: JSON.stringify({
      query: draft.query,
      variables: variablesOf(draft.variables),
      ...(dryRun ? { extensions: { dryRun } } : {}),
    }),
  }).catch(() => {
    throw new Failure(t('The service does not answer. Check the connection and try again.'));
  });
  return response.json();
}

/** The text of the variables as an object; an empty text means none. */
export function variablesOf(text: string): Readonly<Record<string, unknown>> {
  if (text.trim() === '') return {};
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new Failure(
      t('The variables are not JSON: {choice}', {
        choice: error instanceof Error ? error.message : '',
      }),
    );
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Failure(t('The variables must be a JSON object, for example {"first": 5}.'));
  return Object.fromEntries(Object.entries(value));
}

function addressOf(target: Target): string {
  if (target.kind === 'SESSION') return `/app/graphql/${target.organization}/${target.world}`;
  return target.key.startsWith('sk_live_') ? '/graphql' : '/sandbox/graphql';
}
