import { graphql, type VariablesOf } from '../../api/graphql.ts';
import { t } from '../../language.ts';
import { TRANSPORT_METHODS } from '../forms/leg-cells.ts';
import { countryCode } from '../texts/country.ts';
import { decimalOf } from '../texts/decimal.ts';

export const CREATE_SCENARIO = graphql(`
  mutation CreateScenario($input: CreateScenarioInput!) {
    createScenario(input: $input) { scenario { id } }
  }
`);

export type OverrideInput = NonNullable<
  VariablesOf<typeof CREATE_SCENARIO>['input']['overrides']
>[number];

/** Elements that an override changes. */
export type Selector = NonNullable<OverrideInput['select']>;

/** Changes that people make by hand, each with one value. */
export const OPERATIONS = {
  setRecycledShare: t('Recycled content, %'),
  swapMaterial: t('Another material'),
  setCountry: t('Another country (ISO code)'),
  scale: t('Share of the amount, %'),
  setLossRate: t('Loss, %'),
  setTransportMethod: t('Another mode of transport'),
  setDistance: t('Distance, km'),
  remove: t('Remove it'),
} as const;

export type Operation = keyof typeof OPERATIONS;

/** Operations whose value is a number. */
export const NUMERIC: ReadonlySet<Operation> = new Set([
  'setRecycledShare',
  'scale',
  'setLossRate',
  'setDistance',
]);

/** An operation with its value as it was typed; null if the value is not one of the operation. */
export function overrideInput(
  operation: Operation,
  select: Selector,
  value: string,
): OverrideInput | null {
  const number = Number(decimalOf(value));
  switch (operation) {
    case 'swapMaterial':
      return { select, swapMaterial: { material: value } };
    case 'setCountry':
      return { select, setCountry: countryCode(value) };
    case 'setRecycledShare':
      return { select, setRecycledShare: number / 100 };
    case 'setLossRate':
      return { select, setLossRate: number / 100 };
    case 'scale':
      return { select, scale: number / 100 };
    case 'setDistance':
      return { select, setDistance: number };
    case 'setTransportMethod': {
      const method = TRANSPORT_METHODS.find((each) => each === value.toUpperCase());
      return method === undefined ? null : { select, setTransportMethod: { method } };
    }
    case 'remove':
      return { select, remove: true };
  }
}

/** A suggested override as the input that creates it; empty if it is none that this page knows. */
export function inputOfSuggestion(override: {
  readonly op: string;
  readonly name: string | null;
  readonly select: unknown;
  readonly change: unknown;
}): OverrideInput[] {
  const change = new Map(Object.entries(Object(override.change)));
  const path = new Map(Object.entries(Object(override.select))).get('path');
  if (typeof path !== 'string') return [];
  const input = suggestedInput(override.op, path, change);
  return input === null ? [] : [{ ...input, name: override.name }];
}

function suggestedInput(
  op: string,
  path: string,
  change: ReadonlyMap<string, unknown>,
): OverrideInput | null {
  const text = (key: string) => String(change.get(key));
  switch (op) {
    case 'SWAP_MATERIAL': {
      const factorId = change.get('factorId');
      const swapMaterial =
        typeof factorId === 'string' ? { factorId } : { material: text('material') };
      return { select: { path }, swapMaterial };
    }
    case 'SET_COUNTRY':
      return overrideInput('setCountry', { path }, text('country'));
    case 'SET_RECYCLED_SHARE':
      return { select: { path }, setRecycledShare: Number(change.get('recycledShare')) };
    case 'SET_TRANSPORT_METHOD':
      return overrideInput('setTransportMethod', { path }, text('method'));
    default:
      return null;
  }
}
