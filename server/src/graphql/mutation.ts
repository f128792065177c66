import { type GraphQLResolveInfo, responsePathAsArray } from 'graphql';
import { actorOf } from '../rules/actor.ts';
import { computeBefore } from '../rules/compute.ts';
import type { Context } from '../rules/context.ts';
import { runMutation } from '../rules/idempotency.ts';
import type { Work } from '../rules/work.ts';

/**
 * Runs the work of a mutation field in one transaction, with its idempotency key (see `runMutation`).
 * Heavy work goes through `compute`: it is done in the pool, before the transaction.
 */
export function mutate<Answer>(
  context: Context,
  info: Pick<GraphQLResolveInfo, 'fieldName' | 'path'>,
  input: object,
  perform: (work: Work) => Promise<Answer>,
  withhold?: (answer: Answer) => Answer,
): Promise<Answer> {
  const path = responsePathAsArray(info.path).join('.');
  const compute = computeBefore(context);
  const by = actorOf(context);
  return runMutation(
    context,
    { name: info.fieldName, path },
    input,
    (tx) => perform({ tx, scope: context.scope, by, compute }),
    withhold,
  );
}
