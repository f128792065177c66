import {
  type GraphQLArgument,
  type GraphQLField,
  GraphQLID,
  type GraphQLInputField,
  type GraphQLInputType,
  GraphQLString,
  getNamedType,
  getNullableType,
  isInputObjectType,
  isListType,
  isObjectType,
} from 'graphql';
import { schema } from '../../../server/src/schema.ts';

export type RootKind = 'query' | 'mutation';

/** A field of Query or Mutation. */
export type RootField = {
  readonly root: RootKind;
  readonly name: string;
  readonly field: GraphQLField<unknown, unknown>;
};

/** A place among the arguments of a root field where an object is named, by id or externalId. */
export type Place = RootField & {
  /** From the arguments down; a number is an item of a list. */
  readonly path: readonly (string | number)[];
  readonly by: 'id' | 'externalId';
  /** From the arguments down to the object that has all names of the same thing. */
  readonly spot: readonly (string | number)[];
  /** Type of the named object: a type with a fixture. */
  readonly type: string;
};

export const ROOT_FIELDS: readonly RootField[] = (['query', 'mutation'] as const).flatMap(
  (root) => {
    const type = root === 'query' ? schema.getQueryType() : schema.getMutationType();
    return Object.values(type?.getFields() ?? {}).map((field) => ({
      root,
      name: field.name,
      field,
    }));
  },
);

/** Types that are reached by their id through `node`. */
export const NODE_TYPES: readonly string[] = Object.values(schema.getTypeMap())
  .filter(isObjectType)
  .filter((type) => type.getInterfaces().some(({ name }) => name === 'Node'))
  .map(({ name }) => name);

/** Words by which names speak of a type other than its own name. */
const OTHER_WORDS: Readonly<Record<string, string>> = {
  Cart: 'ShoppingCart',
  Dpp: 'DPP',
  DppAccess: 'DppGrant',
  OfferDppTransfer: 'DPP',
  Predecessor: 'DPP',
  Successor: 'DPP',
  Parent: 'Transaction',
  Factor: 'EmissionFactor',
  Key: 'ApiKey',
  // Events are found by any object, such as a product, and calculations by any of their subjects.
  Object: 'Product',
  Subject: 'Product',
  Webhook: 'WebhookEndpoint',
  Delivery: 'WebhookDelivery',
  Endpoint: 'WebhookEndpoint',
  Job: 'BulkJob',
  Partner: 'FootprintPartner',
  Member: 'Member',
  PasswordReset: 'Member',
  Invitation: 'Invitation',
};

/** Fields that name another object by one of its identifiers. */
const REFERENCES: ReadonlySet<string> = new Set(
  Object.values(schema.getTypeMap())
    .filter(isInputObjectType)
    .flatMap((type) => Object.values(type.getFields()))
    .filter(({ type }) => {
      const named = getNamedType(type);
      return isInputObjectType(named) && named.isOneOf;
    })
    .map(({ name }) => name),
);

/** Inputs that find an object by what happened to it, or by its deeds. */
const BY_DEEDS: Readonly<Record<string, string>> = {
  'auditLog.objectId': 'ApiKey',
  // The key that asks.
  'auditLog.actorId': 'Caller',
  'requests.actorId': 'Caller',
};

/** Texts that name a new object instead of one that exists. */
const NEW_NAMES: readonly RegExp[] = [
  /^(create|record|generate|import)\w*\.input\.externalId$/,
  /^checkoutCart\.input\.orderExternalId$/,
];

/** An argument of a root field, or an input field anywhere inside of one. */
export type Input = RootField & {
  readonly path: Place['path'];
  readonly element: GraphQLArgument | GraphQLInputField;
};

export const INPUTS: readonly Input[] = ROOT_FIELDS.flatMap((rootField) =>
  rootField.field.args.flatMap((argument) => inputsIn(rootField, argument, [], [])),
);

/** Every place of the schema where an object is named. */
export const PLACES: readonly Place[] = INPUTS.flatMap((input): Place[] => {
  const { root, name, field, path, element } = input;
  const by = namingOf(element);
  const dotted = [name, ...path].filter((step) => typeof step === 'string').join('.');
  if (by === undefined || NEW_NAMES.some((pattern) => pattern.test(dotted))) return [];
  const isInReference = REFERENCES.has(String(path.at(-2)));
  const spot = path.slice(0, isInReference ? -2 : -1);
  return typesNamedBy(input, element.name).map((type) => ({
    root,
    name,
    field,
    path,
    spot,
    by,
    type,
  }));
});

function inputsIn(
  rootField: RootField,
  element: GraphQLArgument | GraphQLInputField,
  above: Place['path'],
  entered: readonly string[],
): Input[] {
  const path = [...above, element.name, ...(isList(element.type) ? [0] : [])];
  const named = getNamedType(element.type);
  const fields =
    isInputObjectType(named) && !entered.includes(named.name)
      ? Object.values(named.getFields())
      : [];
  const inside = fields.flatMap((field) =>
    inputsIn(rootField, field, path, [...entered, named.name]),
  );
  return [{ ...rootField, path, element }, ...inside];
}

function namingOf({ name, type }: Input['element']): Place['by'] | undefined {
  const named = getNamedType(type);
  if (named === GraphQLID) return 'id';
  return named === GraphQLString && /externalId$/i.test(name) ? 'externalId' : undefined;
}

/** The types that an argument of this name means: by its own words, or by those of its field. */
function typesNamedBy({ root, name, field, path }: Input, argument: string): readonly string[] {
  const byDeeds = BY_DEEDS[`${name}.${argument}`];
  if (byDeeds !== undefined) return [byDeeds];
  const above = path.filter((step) => typeof step === 'string').at(-2) ?? '';
  const stem = REFERENCES.has(above) ? above : /^(.+?)(Id|Ids|ExternalId)$/.exec(argument)?.[1];
  if (stem !== undefined && stem !== 'external') return [typeOfWord(capitalized(stem))];
  const returned = getNamedType(field.type).name;
  if (returned === 'Node') return NODE_TYPES;
  if (root === 'query' && NODE_TYPES.includes(returned)) return [returned];
  return [typeOfWord(capitalized(name))];
}

/** The type that a word contains the name of, the longest one: `RotateApiKey` is about `ApiKey`. */
function typeOfWord(word: string): string {
  const names = [...NODE_TYPES, ...Object.keys(OTHER_WORDS)]
    .filter((name) => word.toLowerCase().includes(name.toLowerCase()))
    .toSorted((a, b) => b.length - a.length);
  const [longest] = names;
  if (longest === undefined)
    throw new Error(`Which type is named by "${word}"? Say so in places.ts.`);
  return OTHER_WORDS[longest] ?? longest;
}

function isList(type: GraphQLInputType): boolean {
  return isListType(getNullableType(type));
}

export function capitalized(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}
