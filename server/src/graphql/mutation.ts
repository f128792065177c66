import { type GraphQLResolveInfo, responsePathAsArray } from 'graphql';
import type { Tx } from '../platform/database/index.ts';
import type { Context } from '../rules/context.ts';
import { runMutation } from '../rules/idempotency.ts';

/** Runs the work of a mutation field in one transaction, with its idempotency key (see `runMutation`). */
export function mutate<Answer>(
  context: Context,
  info: Pick<GraphQLResolveInfo, 'fieldName' | 'path'>,
  input: object,
  work: (tx: Tx) => Promise<Answer>,
  withhold?: (answer: Answer) => Answer,
): Promise<Answer> {
  const path = responsePathAsArray(info.path).join('.');
  return runMutation(context, { name: info.fieldName, path }, input, work, withhold);
}
