import { builder } from '../../graphql/builder.ts';
import type { InputFields } from '../../graphql/input-fields.ts';
import { objectField, shortField } from '../../graphql/reference.ts';
import type { Problem } from '../../rules/api-error.ts';
import { givenIdentifiers, referenceIn } from '../../rules/named-object.ts';
import { mapGiven } from '../../rules/patch.ts';
import { problem, textProblems } from '../../rules/problems.ts';
import { withoutNulls } from '../../rules/without-nulls.ts';
import type { TenantTx } from '../../rules/work.ts';
import { choiceFields, choicesOf, detailFields, methodOf } from '../calculations/index.ts';
import { findProduct, ProductFilterInput, productFilterOf } from '../products/index.ts';
import { supplyChains } from '../supply-chains/index.ts';
import { readOverrides, readSweep, readTarget } from './definition.ts';
import type { ScenarioDefinition, ScenarioDraft, StoredFilter } from './model.ts';
import { OverrideInput, SweepParameterInput, TargetInput } from './override-inputs-graphql.ts';
import type { CheckedScenario } from './service.ts';

const MAX_NAME = 200;
const MAX_DESCRIPTION = 2000;
/** Fields that creation and update share. */
function definitionFields(t: InputFields) {
  return {
    description: t.string({ description: 'Description in your own words.' }),
    overrides: t.field({
      type: [OverrideInput],
      description: 'Changes in their order, at most 20; none by default.',
    }),
    sweep: t.field({
      type: [SweepParameterInput],
      description: '1 to 3 overrides to vary, over at most 10,000 points in all.',
    }),
    target: t.field({ type: TargetInput, description: 'Target to reach.' }),
    ...detailFields(t, 'FULL'),
    ...choiceFields(t),
  };
}

const ScenarioCatalogueInput = builder.inputType('ScenarioCatalogueInput', {
  description: 'The products that a scenario of a catalogue is about.',
  fields: (t) => ({
    filter: t.field({
      type: ProductFilterInput,
      description:
        'Filter of the products, applied at every run; all products except archived ones by default.',
    }),
  }),
});

export const CreateScenarioInput = builder.inputType('CreateScenarioInput', {
  description: 'A new scenario of exactly one product, supply chain or catalogue.',
  fields: (t) => ({
    name: t.string({ required: true, description: 'Name of the scenario.' }),
    externalId: t.string({ description: 'Your own id of the scenario.' }),
    product: objectField(t, 'Product that the overrides change.'),
    productId: shortField(t, 'product'),
    supplyChain: objectField(t, 'Supply chain that the overrides change.'),
    supplyChainId: shortField(t, 'supplyChain'),
    catalogue: t.field({
      type: ScenarioCatalogueInput,
      description:
        'Catalogue whose products the overrides change, each by itself. It takes no sweep, target and monteCarlo.',
    }),
    ...definitionFields(t),
  }),
});

export const UpdateScenarioInput = builder.inputType('UpdateScenarioInput', {
  description:
    'Changes of a scenario, named by its id or externalId. A field that is absent keeps its value, null clears it, and a list is replaced as a whole. The subject stays. The scenario is a DRAFT again.',
  fields: (t) => ({
    id: t.id({
      description: 'Globally unique id. If `id` is given, `externalId` is the new value.',
    }),
    externalId: t.string({ description: 'Your own id of the scenario.' }),
    expectedVersion: t.int({
      description: 'The version that you read; a newer one refuses the change with CONFLICT.',
    }),
    name: t.string({ description: 'Name of the scenario.' }),
    ...definitionFields(t),
  }),
});

type GivenDefinition = Omit<typeof UpdateScenarioInput.$inferInput, 'id' | 'expectedVersion'>;

type Identity = Subject & Pick<ScenarioDraft, 'name' | 'externalId'>;

/** The draft that an input describes; `current` has the values of fields that are absent. */
export function checkedDraft(
  input: GivenDefinition,
  identity: Identity,
  current?: ScenarioDraft,
): CheckedScenario {
  const kept = current?.definition;
  const { overrides, problems } =
    kept !== undefined && input.overrides === undefined
      ? { overrides: kept.overrides, problems: [] }
      : readOverrides(input.overrides ?? [], kept?.overrides ?? []);
  const sweep = input.sweep ? readSweep(input.sweep) : undefined;
  const target = input.target ? readTarget(input.target) : undefined;
  const method = kept === undefined ? input : withKeptMethod(input, kept);
  const wanted = methodOf(method, 'FULL');
  const { monteCarlo, ...full } = wanted.detail === 'FULL' ? wanted.full : {};
  return {
    given: input.overrides ?? [],
    problems: [
      ...textProblems(identity.name, ['name'], MAX_NAME),
      ...textProblems(input.description, ['description'], MAX_DESCRIPTION),
      ...problems,
      ...(sweep?.problems ?? []),
      ...(target?.problems ?? []),
      ...(identity.catalogue === null ? [] : catalogueProblems(input)),
    ],
    draft: {
      ...identity,
      description:
        input.description === undefined ? (current?.description ?? null) : input.description,
      definition: {
        method: { detail: wanted.detail, ...full, ...choicesOf(method) },
        uncertainty: monteCarlo ?? {},
        overrides,
        sweep: input.sweep === undefined ? (kept?.sweep ?? null) : (sweep?.sweep ?? null),
        target: input.target === undefined ? (kept?.target ?? null) : (target?.target ?? null),
      },
    },
  };
}

/** The method of an input; absent fields are those of before, as far as the detail has them. */
function withKeptMethod(input: GivenDefinition, { method, uncertainty }: ScenarioDefinition) {
  const { detail, boundary, recycling, electricity, year, gwpSet, closedPassages, strict } = method;
  const ofFull = {
    boundary,
    recyclingMethod: recycling,
    electricityAccounting: electricity,
    monteCarlo: uncertainty,
  };
  const isFull = (input.detail === undefined ? detail : input.detail) !== 'BASIC';
  const kept = { detail, year, gwpSet, closedPassages, strict, ...(isFull && ofFull) };
  const given = Object.fromEntries(
    Object.entries(input).filter(([, value]) => value !== undefined),
  );
  return { ...kept, ...given };
}

/** Answers that need the inventory of one subject are refused for a catalogue, not left out. */
function catalogueProblems({ sweep, target, monteCarlo }: GivenDefinition): Problem[] {
  return Object.entries({ sweep, target, monteCarlo }).flatMap(([name, value]) =>
    value == null
      ? []
      : [problem([name], 'NOT_ALLOWED', `A scenario of a catalogue has no ${name}.`)],
  );
}

type Subject = Pick<ScenarioDraft, 'productId' | 'supplyChainId' | 'catalogue'>;

/** The subject that exactly one of the fields names. */
export async function subjectOf(
  { tx, scope }: TenantTx,
  input: typeof CreateScenarioInput.$inferInput,
): Promise<{ readonly subject: Subject; readonly problems: readonly Problem[] }> {
  const ofProduct = { id: input.productId, object: input.product };
  const ofChain = { id: input.supplyChainId, object: input.supplyChain };
  const product = await mapGiven(referenceIn('product', ofProduct), (reference) =>
    findProduct(tx, scope, reference),
  );
  const chain = await mapGiven(referenceIn('supplyChain', ofChain), (reference) =>
    supplyChains.named(tx, scope, reference),
  );
  const catalogue = mapGiven(input.catalogue, catalogueOf) ?? null;
  const subject = { productId: product?.id ?? null, supplyChainId: chain?.id ?? null, catalogue };
  const names = [...givenIdentifiers(ofProduct), ...givenIdentifiers(ofChain)];
  if (names.length + (catalogue === null ? 0 : 1) !== 1) {
    const message = 'A scenario is of exactly one of product, supplyChain and catalogue.';
    return { subject, problems: [problem([], 'EXACTLY_ONE', message)] };
  }
  const field = givenIdentifiers(ofChain).length === 1 ? 'supplyChain' : 'product';
  const message = `There is no such object in this organization and environment: ${names.join()}.`;
  const isFound = product !== undefined || chain !== undefined || catalogue !== null;
  return { subject, problems: isFound ? [] : [problem([field], 'NOT_FOUND', message)] };
}

/** The filter as JSON data, as it is stored. */
function catalogueOf({ filter }: typeof ScenarioCatalogueInput.$inferInput): StoredFilter {
  return withoutNulls(productFilterOf(filter ?? {}, ['input', 'catalogue', 'filter']));
}
