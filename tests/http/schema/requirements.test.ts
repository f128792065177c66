import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  type GraphQLNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isObjectType,
} from 'graphql';
import { accessOf } from '../../../server/src/graphql/access.ts';
import { schema } from '../../../server/src/schema.ts';

type Element = {
  readonly place: string;
  readonly description: string | null | undefined;
  readonly extensions: object;
};

const types = Object.values(schema.getTypeMap()).filter((type) => !isIntrospectionType(type));
const elements: readonly Element[] = types.flatMap(partsOf);

/** Fields, their arguments, and enum values. */
function partsOf(type: GraphQLNamedType): Element[] {
  if (isEnumType(type)) {
    return type
      .getValues()
      .map((value) => ({ ...pick(value), place: `${type.name}.${value.name}` }));
  }
  if (isInputObjectType(type)) {
    return Object.values(type.getFields()).map((field) => ({
      ...pick(field),
      place: `${type.name}.${field.name}`,
    }));
  }
  if (!isObjectType(type) && !isInterfaceType(type)) return [];
  return Object.values(type.getFields()).flatMap((field) => [
    { ...pick(field), place: `${type.name}.${field.name}` },
    ...field.args.map((argument) => ({
      ...pick(argument),
      place: `${type.name}.${field.name}(${argument.name}:)`,
    })),
  ]);
}

function pick({ description, extensions }: Omit<Element, 'place'>): Omit<Element, 'place'> {
  return { description, extensions };
}

test('says of everything gated, and of nothing else, which tier it requires', () => {
  const wrong = elements.filter(({ description, extensions }) => {
    const { tier } = accessOf({ extensions });
    const said = /Requires (GROWTH|ENTERPRISE)\.$/.exec(description ?? '')?.[1];
    return said !== (tier === 'FREE' ? undefined : tier);
  });
  assert.deepEqual(
    wrong.map(({ place, description }) => `${place}: ${description}`),
    [],
  );
});
