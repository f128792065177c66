import { type GraphQLResolveInfo, responsePathAsArray } from 'graphql';
import type { Tx } from '../platform/database/index.ts';
import { type Compute, computeBefore } from '../rules/compute.ts';
import type { Context } from '../rules/context.ts';
import { runMutation } from '../rules/idempotency.ts';

/**
 * Runs the work of a mutation field in one transaction, with its idempotency key (see `runMutation`).
 * Heavy work goes through `compute`: it is done in the pool, before the transaction.
 */
export function mutate<Answer>(
  context: Context,
  info: Pick<GraphQLResolveInfo, 'fieldName' | 'path'>,
  input: object,
  work: (tx: Tx, compute: Compute) => Promise<Answer>,
  withhold?: (answer: Answer) => Answer,
): Promise<Answer> {
  const path = responsePathAsArray(info.path).join('.');
  const compute = computeBefore(context);
  return runMutation(
    context,
    { name: info.fieldName, path },
    input,
    (tx) => work(tx, compute),
    withhold,
  );
}
