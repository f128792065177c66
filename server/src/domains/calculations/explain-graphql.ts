import type { ExplainedBranch, SankeyDiagram } from '@trackway/engine';
import { access } from '../../graphql/access.ts';
import { builder } from '../../graphql/builder.ts';
import { exposed, field, nullable } from '../../graphql/fields.ts';
import { defineLoader } from '../../graphql/loader.ts';
import type { Context } from '../../rules/context.ts';
import { computeInPool } from '../../rules/jobs/compute.ts';
import { NodeKindEnum } from './enums.ts';
import { MAX_SHOWN, type PictureAsked, picturesTask } from './explain-tasks.ts';
import { CalculationRef } from './graphql.ts';
import type { Calculation } from './model.ts';

const BranchRef = builder.objectRef<ExplainedBranch>('ContributionBranch').implement({
  description: 'A step of the supply path: what arises here and all below it.',
  fields: (t) => ({
    kind: t.field({
      type: NodeKindEnum,
      description: 'Kind of the node.',
      resolve: ({ node }) => node.kind,
    }),
    label: t.string({ description: 'Human-readable name.', resolve: ({ node }) => node.label }),
    nodeId: t.string({
      description: 'Id of the product or factor, or the stage.',
      resolve: ({ node }) => node.id,
    }),
    ...exposed(t, {
      parent: nullable('Int', 'Position of its parent in the list; null for the product itself.'),
      level: field('Int', 'Steps from the product.'),
      amount: field('Float', 'Amount that is needed, in the unit of the node.'),
      co2eKg: field('Float', 'kg CO2e of it with all below it.'),
      foldedCo2eKg: field('Float', 'kg CO2e of what is below it and not shown.'),
    }),
  }),
});

const SankeyNodeRef = builder.objectRef<SankeyDiagram['nodes'][number]>('SankeyNode').implement({
  description: 'A node of a Sankey diagram.',
  fields: (t) => ({
    ...exposed(t, {
      kind: field(NodeKindEnum, 'Kind of the node.'),
      label: field('String', 'Human-readable name.'),
      level: field('Int', 'Steps from the product.'),
      co2eKg: field('Float', 'kg CO2e that pass through it.'),
    }),
    nodeId: t.exposeString('id', { description: 'Id of the product or factor, or the stage.' }),
  }),
});

const SankeyLinkRef = builder.objectRef<SankeyDiagram['links'][number]>('SankeyLink').implement({
  description: 'A flow of a Sankey diagram.',
  fields: (t) =>
    exposed(t, {
      source: field('Int', 'Index of the source node in `nodes`.'),
      target: field('Int', 'Index of the target node in `nodes`.'),
      co2eKg: field('Float', 'kg CO2e that it carries.'),
    }),
});

const SankeyRef = builder.objectRef<SankeyDiagram>('SankeyDiagram').implement({
  description: 'A result as flows from factors and parts through stages into the product.',
  fields: (t) =>
    exposed(t, {
      nodes: field([SankeyNodeRef], 'Nodes of the diagram.'),
      links: field([SankeyLinkRef], 'The flows between them.'),
    }),
});

const CUTOFF = 'Share of the total below which branches are folded, 0 to 1; 0.01 by default.';
const DEPTH = 'Deepest level; any by default.';

type Args = {
  readonly cutoff?: number | null | undefined;
  readonly depth?: number | null | undefined;
};

type PictureOf = PictureAsked & { readonly calculationId: string };

/** A snapshot takes longer to unpack than a picture to draw: a task draws all pictures of a calculation. */
const loadPicture = defineLoader(async (context, asked: readonly PictureOf[]) => {
  const byCalculation = Map.groupBy(asked, ({ calculationId }) => calculationId);
  const drawn = new Map(
    Array.from(byCalculation, ([calculationId, pictures]) => [
      calculationId,
      computeInPool(context, context.scope, picturesTask, { calculationId, pictures }),
    ]),
  );
  return asked.map(async (picture) => {
    const place = byCalculation.get(picture.calculationId)?.indexOf(picture) ?? 0;
    return (await drawn.get(picture.calculationId))?.[place];
  });
});

function pictureOf(
  context: Context,
  { id }: Calculation,
  kind: PictureAsked['kind'],
  { cutoff, depth }: Args,
) {
  const options = { cutoff: cutoff ?? undefined, depth: depth ?? undefined };
  return loadPicture(context, { calculationId: id, kind, options });
}

builder.objectFields(CalculationRef, (t) => ({
  contributionTree: t.field({
    type: [BranchRef],
    nullable: true,
    extensions: access({ cost: 20 }),
    description: `The result as a tree to any depth, largest first, parents before children, at most ${MAX_SHOWN} branches.`,
    args: {
      cutoff: t.arg.float({ description: CUTOFF }),
      depth: t.arg.int({ description: DEPTH }),
    },
    resolve: async (it, args, context) => (await pictureOf(context, it, 'TREE', args))?.tree,
  }),
  sankey: t.field({
    type: SankeyRef,
    nullable: true,
    extensions: access({ cost: 20 }),
    description: `The result as a Sankey diagram of at most ${MAX_SHOWN} flows: if there are more, the cutoff is raised.`,
    args: {
      cutoff: t.arg.float({ description: CUTOFF }),
      depth: t.arg.int({ description: DEPTH }),
    },
    resolve: async (it, args, context) => (await pictureOf(context, it, 'DIAGRAM', args))?.diagram,
  }),
}));
