import { type GraphQLResolveInfo, responsePathAsArray } from 'graphql';
import { actorOf } from '../rules/actor.ts';
import { computeBefore, type Task } from '../rules/compute.ts';
import type { Context } from '../rules/context.ts';
import { runMutation } from '../rules/idempotency.ts';
import type { TenantTx, Work } from '../rules/work.ts';

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
  const { compute } = computeBefore(context);
  const by = actorOf(context);
  return runMutation(
    context,
    fieldOf(info),
    input,
    (tx) => perform({ tx, scope: context.scope, by, compute }),
    { withhold },
  );
}

/** The same for work that needs the output of one task in any case: no transaction begins before it is there. */
export function mutateComputed<Input, Output, Answer>(
  context: Context,
  info: Pick<GraphQLResolveInfo, 'fieldName' | 'path'>,
  input: object,
  { task, read }: { readonly task: Task<Input, Output>; readonly read: () => Input },
  perform: (work: TenantTx, output: Output) => Promise<Answer>,
): Promise<Answer> {
  const { compute, prepare } = computeBefore(context);
  return runMutation(
    context,
    fieldOf(info),
    input,
    async (tx) => perform({ tx, scope: context.scope }, await compute(task, read())),
    { prepare: async () => prepare(task, read()) },
  );
}

function fieldOf({ fieldName, path }: Pick<GraphQLResolveInfo, 'fieldName' | 'path'>) {
  return { name: fieldName, path: responsePathAsArray(path).join('.') };
}
