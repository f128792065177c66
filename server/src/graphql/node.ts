import type { GraphQLSchema } from 'graphql';
import { decodeId, type IdKind, kindOfId } from '../platform/ids.ts';
import { assertAllowed } from '../rules/access/access.ts';
import type { Context } from '../rules/context.ts';
import { badInput } from '../rules/errors/api-error.ts';
import { access, requirementOfType } from './access.ts';
import { builder } from './builder.ts';

type NodeKind = {
  readonly typename: string;
  readonly load: (context: Context, uuid: string) => Promise<object | null | undefined>;
};

/** Several types may share a kind of id, as jobs do. */
const KINDS = new Map<IdKind, NodeKind[]>();
const TYPENAMES = new WeakMap<object, string>();
const MAX_NODES = 100;

/** Makes a type reachable through `node` and `nodes`; `load` looks in the caller's scope only. */
export function registerNode(kind: IdKind, node: NodeKind): void {
  KINDS.set(kind, [...(KINDS.get(kind) ?? []), node]);
}

export const Node = builder.interfaceRef<object>('Node').implement({
  description: 'Anything with a globally unique id.',
  resolveType: (row) => TYPENAMES.get(row),
  fields: (t) => ({
    id: t.field({
      type: 'ID',
      description: 'Globally unique id; its prefix names the kind of thing.',
      resolve: () => {
        throw new Error('Every type that is a Node resolves its own id.');
      },
    }),
  }),
});

builder.queryField('node', (t) =>
  t.field({
    type: Node,
    description:
      'The object of this organization and environment with this id; null if it does not exist.',
    args: { id: t.arg.id({ required: true, description: 'The id of the object.' }) },
    resolve: (_root, { id }, context, info) => loadNode(context, info.schema, id),
  }),
);

builder.queryField('nodes', (t) =>
  t.field({
    type: [Node],
    nullable: { list: true, items: true },
    description:
      'The objects with these ids, in the same order; null where an object does not exist.',
    extensions: access({ size: { argument: 'ids' } }),
    args: {
      ids: t.arg.idList({
        required: true,
        description: `The ids of the objects, at most ${MAX_NODES}.`,
      }),
    },
    resolve: (_root, { ids }, context, info) => {
      if (ids.length > MAX_NODES) {
        throw badInput([
          {
            path: ['ids'],
            code: 'TOO_MANY',
            message: `At most ${MAX_NODES} ids are allowed; got ${ids.length}.`,
          },
        ]);
      }
      return ids.map((id) => loadNode(context, info.schema, id));
    },
  }),
);

/** The object with an id; null if it does not exist. Throws FORBIDDEN if the caller may not read its type. */
export async function loadNode(
  context: Context,
  schema: GraphQLSchema,
  id: string,
): Promise<object | null> {
  const kind = kindOfId(id);
  const nodes = (kind === undefined ? undefined : KINDS.get(kind)) ?? [];
  const uuid = kind === undefined ? undefined : decodeId(kind, id);
  const assertReadable = ({ typename }: NodeKind) =>
    assertAllowed(
      context.caller,
      requirementOfType(schema, typename),
      `An object of type ${typename}`,
    );
  const isReadable = ({ typename }: NodeKind) => {
    const { permission } = requirementOfType(schema, typename);
    return permission === undefined || context.caller.permissions.has(permission);
  };
  for (const node of nodes.filter(isReadable)) {
    const row = uuid === undefined ? undefined : await node.load(context, uuid);
    if (row === undefined || row === null) continue;
    assertReadable(node);
    TYPENAMES.set(row, node.typename);
    return row;
  }
  const hidden = nodes.find((node) => !isReadable(node));
  if (hidden !== undefined) assertReadable(hidden);
  return null;
}
