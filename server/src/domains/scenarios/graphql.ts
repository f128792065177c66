import type { Override } from '@trackway/engine';
import { access } from '../../graphql/access.ts';
import { builder } from '../../graphql/builder.ts';
import { connectionType } from '../../graphql/connection.ts';
import { exposed, field, nullable } from '../../graphql/fields.ts';
import { defineLoaderById } from '../../graphql/loader.ts';
import { MoneyRef } from '../../graphql/money.ts';
import { Node, registerNode } from '../../graphql/node.ts';
import { encodeId } from '../../platform/ids.ts';
import { CalculationRef, calculationById } from '../calculations/index.ts';
import { OrderRef, orderById } from '../orders/index.ts';
import { ProductRef, productById } from '../products/index.ts';
import { SupplyChainRef, supplyChainById } from '../supply-chains/index.ts';
import { moneyOf } from './cost.ts';
import { OverrideOpEnum, ScenarioStateEnum } from './enums.ts';
import type { StoredScenario } from './model.ts';
import { ScenarioResultRef } from './result-graphql.ts';
import { findSummaries, scenarios } from './store.ts';

const summaryById = defineLoaderById(findSummaries);
const scenarioById = defineLoaderById(scenarios.find);

export const ScenarioOverrideRef = builder.objectRef<Override>('ScenarioOverride').implement({
  description: 'A change of the subject of a scenario.',
  fields: (t) => ({
    ...exposed(t, {
      name: nullable('String', 'Name of the lever.'),
      op: field(OverrideOpEnum, 'Operation of the override.'),
    }),
    select: t.field({
      type: 'JSON',
      nullable: true,
      description: 'Conditions of the selector; null if it has none.',
      resolve: ({ select }) => select ?? null,
    }),
    change: t.field({
      type: 'JSON',
      description: 'Values of the operation.',
      resolve: ({ name: _name, op: _op, select: _select, ...others }) => {
        const { cost: _cost, currency: _currency, ...change } = others;
        return change;
      },
    }),
    cost: t.field({
      type: MoneyRef,
      nullable: true,
      description: 'Cost per declared unit, or of the whole order.',
      resolve: ({ cost = null, currency = null }) => moneyOf(cost, { currency }),
    }),
  }),
});

export const ScenarioRef = builder.objectRef<StoredScenario>('Scenario').implement({
  description:
    'A list of overrides that turns a product, a supply chain, an order or the products of a catalogue into others, with its result.',
  interfaces: [Node],
  extensions: access({ tier: 'GROWTH', permission: 'SCENARIOS_READ' }),
  fields: (t) => ({
    id: t.id({
      description: 'Globally unique id.',
      resolve: ({ id }) => encodeId('scenario', id),
    }),
    ...exposed(t, {
      externalId: nullable('String', 'Your own id of the scenario, unique in this environment.'),
      name: field('String', 'Name of the scenario.'),
      description: nullable('String', 'Description in your own words.'),
      state: field(ScenarioStateEnum, 'Current state of the scenario.'),
      staleReason: nullable(
        'String',
        'Change that made the result stale: the type of the event and the id.',
      ),
      error: nullable('String', 'Reason why the last run failed; null if it did not.'),
      version: field('Int', 'Grows by one with every edit.'),
      createdAt: field('DateTime', 'Time of creation.'),
      updatedAt: field('DateTime', 'Time of the last edit or change of state.'),
      completedAt: nullable('DateTime', 'Time of the result; null without one.'),
    }),
    product: t.field({
      type: ProductRef,
      nullable: true,
      description: 'Product that the overrides change; null for any other subject.',
      resolve: ({ productId }, _args, context) => productById(context, productId),
    }),
    supplyChain: t.field({
      type: SupplyChainRef,
      nullable: true,
      description: 'Supply chain that the overrides change; null for any other subject.',
      resolve: ({ supplyChainId }, _args, context) => supplyChainById(context, supplyChainId),
    }),
    order: t.field({
      type: OrderRef,
      nullable: true,
      description: 'Order whose lines and way the overrides change; null for any other subject.',
      resolve: ({ orderId }, _args, context) => orderById(context, orderId),
    }),
    calculation: t.field({
      type: CalculationRef,
      nullable: true,
      description:
        'Calculation to which the baseline is pinned: its inputs and its factors, whatever changes later. Null for a subject that is read anew at every run.',
      resolve: ({ calculationId }, _args, context) => calculationById(context, calculationId),
    }),
    overrides: t.field({
      type: [ScenarioOverrideRef],
      extensions: access({ size: 5 }),
      description: 'Changes in their order, at most 20.',
      resolve: ({ definition }) => definition.overrides,
    }),
    result: t.field({
      type: ScenarioResultRef,
      nullable: true,
      description: 'Result of the last run; null before it, and after an edit.',
      resolve: async (scenario, _args, context) => {
        const found = await summaryById(context, scenario.id);
        const summary = found?.summary ?? null;
        return summary === null ? null : { scenario, summary };
      },
    }),
  }),
});

builder.objectField(CalculationRef, 'scenario', (t) =>
  t.field({
    type: ScenarioRef,
    nullable: true,
    description:
      'Scenario whose baseline or outcome this is; null for every other calculation, and if the scenario was deleted.',
    extensions: access({ tier: 'GROWTH', permission: 'SCENARIOS_READ' }),
    resolve: ({ scenarioId }, _args, context) => scenarioById(context, scenarioId),
  }),
);

registerNode('scenario', { typename: 'Scenario', load: scenarioById });

export const ScenarioConnection = connectionType(
  ScenarioRef,
  'Scenario',
  'scenarios',
  'SCENARIOS_READ',
);
