import type { Shift } from '@trackway/engine';
import { access } from '../../graphql/access.ts';
import { builder } from '../../graphql/builder.ts';
import { badInput } from '../../rules/errors/api-error.ts';
import { computeInPool } from '../../rules/jobs/compute.ts';
import { ProductRef } from '../products/index.ts';
import { ScenarioOverrideRef } from './graphql.ts';
import { ShiftRef } from './shift-graphql.ts';
import { type Suggestion, suggestionsTask } from './suggestions.ts';

const MOST_SUGGESTED = 20;

const SuggestedLeverRef = builder.objectRef<Suggestion>('SuggestedLever').implement({
  description: 'An override that lowers the footprint of a product, ready to be run.',
  fields: (t) => ({
    override: t.expose('override', {
      type: ScenarioOverrideRef,
      description: 'The override, with its operation, selector and values.',
    }),
    effect: t.field({
      type: ShiftRef,
      description: 'Effect of this override alone, calculated exactly.',
      resolve: ({ shift }): Shift => shift,
    }),
  }),
});

builder.objectField(ProductRef, 'suggestedLevers', (t) =>
  t.field({
    type: [SuggestedLeverRef],
    nullable: true,
    extensions: access({
      tier: 'GROWTH',
      permission: 'SCENARIOS_READ',
      // The largest products take half a second, more CPU time than any other field.
      cost: 800,
    }),
    description:
      'Overrides that lower the footprint, the largest effect first: countries where the product is made or bought, recycled content, materials of the same family, rail or ship. Cradle to grave, FULL. Proxies are not suggested. Empty for a product that cannot be calculated.',
    args: {
      first: t.arg.int({ defaultValue: 5, description: 'Most suggestions, 1 to 20.' }),
    },
    resolve: async (product, { first }, context) => {
      const most = first ?? 5;
      if (most < 1 || most > MOST_SUGGESTED) {
        const message = `\`first\` is from 1 to ${MOST_SUGGESTED}. It was ${most}.`;
        throw badInput([{ path: ['first'], code: 'OUT_OF_RANGE', message }]);
      }
      const input = { productId: product.id, first: most };
      return computeInPool(context, context.scope, suggestionsTask, input);
    },
  }),
);
