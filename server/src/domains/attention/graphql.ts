import { access } from '../../graphql/access.ts';
import { builder } from '../../graphql/builder.ts';
import { exposed, field } from '../../graphql/fields.ts';
import {
  type AttentionKind,
  type AttentionObject,
  attentionSources,
} from '../../rules/attention.ts';
import type { Context } from '../../rules/context.ts';
import { AttentionKindEnum } from './enums.ts';

const MOST_COUNTED = 1_000;
const EXAMPLES = 5;

type AttentionItem = {
  readonly kind: AttentionKind;
  readonly page: string;
  readonly objects: readonly AttentionObject[];
};

const AttentionObjectRef = builder.objectRef<AttentionObject>('AttentionObject').implement({
  description: 'An object that needs a person.',
  fields: (t) =>
    exposed(t, {
      id: field('ID', 'Globally unique id of the object.'),
      name: field('String', 'Name of the object.'),
    }),
});

const AttentionItemRef = builder.objectRef<AttentionItem>('AttentionItem').implement({
  description: 'A matter that needs a person, with the objects that it is about.',
  fields: (t) => ({
    ...exposed(t, {
      kind: field(AttentionKindEnum, 'Kind of the matter.'),
      page: field(
        'String',
        'Page of the dashboard that shows the objects, relative to `/app/{organization}/{live|sandbox}/`.',
      ),
    }),
    count: t.int({
      description: `Number of objects, counted to ${MOST_COUNTED.toLocaleString('en')}.`,
      resolve: ({ objects }) => Math.min(objects.length, MOST_COUNTED),
    }),
    countIsExact: t.boolean({
      description: 'True if `count` is exact; if false, there are more.',
      resolve: ({ objects }) => objects.length <= MOST_COUNTED,
    }),
    objects: t.field({
      type: [AttentionObjectRef],
      extensions: access({ size: EXAMPLES }),
      description: `The first ${EXAMPLES} objects.`,
      resolve: ({ objects }) => objects.slice(0, EXAMPLES),
    }),
  }),
});

builder.queryField('attention', (t) =>
  t.field({
    type: [AttentionItemRef],
    extensions: access({ cost: 10, size: attentionSources().size }),
    description:
      'Matters of this environment that need a person. Kinds without objects, and kinds whose objects the caller may not read, are left out.',
    resolve: async (_root, _args, context) =>
      (await Promise.all([...attentionSources()].map(itemOf(context)))).filter(
        ({ objects }) => objects.length > 0,
      ),
  }),
);

function itemOf(context: Context) {
  return async ([kind, { permission, page, find }]: Entry): Promise<AttentionItem> => {
    const isReadable = permission === undefined || context.caller.permissions.has(permission);
    return { kind, page, objects: isReadable ? await find(context, MOST_COUNTED + 1) : [] };
  };
}

type Entry =
  ReturnType<typeof attentionSources> extends ReadonlyMap<infer Kind, infer Source>
    ? readonly [Kind, Source]
    : never;
