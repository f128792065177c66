import {
  defaultFieldResolver,
  type GraphQLArgument,
  type GraphQLEnumType,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLInputType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import { type Requirement, refuseUnlessAllowed } from '../rules/access.ts';
import type { Caller } from '../rules/context.ts';
import type { Permission } from '../rules/permissions.ts';
import { includesTier, type Tier } from '../rules/tiers.ts';

/** What a field, argument, enum value or object type asks of a key, and what a field costs. */
export type GateOptions = {
  /** Lowest tier that may use it. The description then ends with "Requires …". */
  readonly tier?: Tier;
  /** Permission asked wherever the field, or an object of the type, is reached. */
  readonly permission?: Permission;
  /** Cost of the field itself, beyond that of the objects it returns. */
  readonly weight?: number;
  /** Objects a plain list typically returns (default 10), or the argument whose length says it. */
  readonly size?: number | { readonly argument: string };
};

/** A field of the finished schema. */
export type ApiField = GraphQLField<unknown, { readonly caller: Caller }>;

class Gate {
  readonly options: GateOptions;
  constructor(options: GateOptions) {
    this.options = options;
  }
}

const OPEN: GateOptions = {};

/** To be given as `extensions` of a field, argument, input field, enum value or object type. */
export function gate(options: GateOptions): { readonly gate: Gate } {
  return { gate: new Gate(options) };
}

export function gateOf(element: { readonly extensions: object }): GateOptions {
  const found = 'gate' in element.extensions ? element.extensions.gate : undefined;
  return found instanceof Gate ? found.options : OPEN;
}

/** FORBIDDEN when the caller may not have a field at all, or not with these (coerced) arguments. */
export function refuseField(
  caller: Caller,
  field: ApiField,
  required: Requirement,
  args: Readonly<Record<string, unknown>>,
): void {
  refuseUnlessAllowed(caller, required, `"${field.name}"`);
  const tier = tierOfArguments(field, args);
  if (tier !== undefined)
    refuseUnlessAllowed(caller, { tier }, `"${field.name}" with these arguments`);
}

/** The READ permission of an object type, wherever it is reached. */
export function permissionOfType(schema: GraphQLSchema, typeName: string): Permission | undefined {
  const type = schema.getType(typeName);
  return type === undefined ? undefined : gateOf(type).permission;
}

/** What a field asks by itself: its tier, and its own permission or that of the type it returns. */
export function requirementOfField(field: ApiField): Requirement {
  const own = gateOf(field);
  const permission = own.permission ?? gateOf(getNamedType(field.type)).permission;
  return {
    ...(own.tier === undefined ? {} : { tier: own.tier }),
    ...(permission === undefined ? {} : { permission }),
  };
}

/** The highest tier that the given (coerced) arguments ask for: gated arguments and enum values. */
function tierOfArguments(
  field: ApiField,
  args: Readonly<Record<string, unknown>>,
): Tier | undefined {
  return field.args.reduce<Tier | undefined>((tier, argument) => {
    const value = args[argument.name];
    return value === undefined ? tier : higher(tier, tierOfInput(argument, argument.type, value));
  }, undefined);
}

function tierOfInput(
  element: GraphQLArgument | GraphQLInputField,
  type: GraphQLInputType,
  value: unknown,
): Tier | undefined {
  const own = gateOf(element).tier;
  if (value === null || !mentionsTier(type)) return own;
  return higher(own, tierOfValue(type, value));
}

function tierOfValue(type: GraphQLInputType, value: unknown): Tier | undefined {
  const inner = getNullableType(type);
  if (isListType(inner)) {
    const items: readonly unknown[] = Array.isArray(value) ? value : [value];
    return items.reduce<Tier | undefined>(
      (tier, item) => higher(tier, tierOfValue(inner.ofType, item)),
      undefined,
    );
  }
  if (isEnumType(inner)) return tierOfEnumValue(inner, value);
  if (!isInputObjectType(inner) || typeof value !== 'object' || value === null) return undefined;
  return Object.entries(value).reduce<Tier | undefined>((tier, [name, item]) => {
    const field = inner.getFields()[name];
    return field === undefined || item === undefined
      ? tier
      : higher(tier, tierOfInput(field, field.type, item));
  }, undefined);
}

function tierOfEnumValue(type: GraphQLEnumType, value: unknown): Tier | undefined {
  const found = type.getValues().find((candidate) => candidate.value === value);
  return found === undefined ? undefined : gateOf(found).tier;
}

function higher(a: Tier | undefined, b: Tier | undefined): Tier | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return includesTier(a, b) ? a : b;
}

const MENTIONS = new WeakMap<object, boolean>();

/** Whether a gated value can occur anywhere inside an input type; asked once per type. */
function mentionsTier(type: GraphQLInputType): boolean {
  const named = getNamedType(type);
  const known = MENTIONS.get(named);
  if (known !== undefined) return known;
  MENTIONS.set(named, false); // an input type that contains itself ends here
  const found = isEnumType(named)
    ? named.getValues().some((value) => gateOf(value).tier !== undefined)
    : isInputObjectType(named) &&
      Object.values(named.getFields()).some(
        (field) => gateOf(field).tier !== undefined || mentionsTier(field.type),
      );
  MENTIONS.set(named, found);
  return found;
}

/**
 * Puts the gates of a finished schema to work: descriptions end with the tier they require, and
 * resolvers refuse before any work. Fields without a gate keep their resolver untouched.
 */
export function closeGates(schema: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap())) {
    if (isIntrospectionType(type)) continue;
    if (isEnumType(type)) {
      for (const value of type.getValues()) sayTier(value);
    }
    if (isInputObjectType(type)) {
      for (const field of Object.values(type.getFields())) sayTier(field);
    }
    if (isObjectType(type) || isInterfaceType(type)) {
      for (const field of Object.values(type.getFields())) {
        sayTier(field);
        for (const argument of field.args) sayTier(argument);
        if (isObjectType(type)) guard(type, field);
      }
    }
  }
  return schema;
}

function sayTier(element: {
  description?: string | null | undefined;
  readonly extensions: object;
}): void {
  const { tier } = gateOf(element);
  if (tier === undefined || tier === 'FREE') return;
  element.description = `${element.description ?? ''} Requires ${tier}.`.trim();
}

function guard(type: GraphQLObjectType, field: ApiField): void {
  const asked = requirementOfField(field);
  // Whoever holds an object of the parent type has shown this permission already.
  const isShown = asked.permission === gateOf(type).permission;
  const required: Requirement = isShown
    ? asked.tier === undefined
      ? {}
      : { tier: asked.tier }
    : asked;
  const hasGatedArguments = field.args.some(
    (argument) => gateOf(argument).tier !== undefined || mentionsTier(argument.type),
  );
  const isOpen = required.tier === undefined && required.permission === undefined;
  if (isOpen && !hasGatedArguments) return;
  if (isNonNullType(field.type)) {
    throw new Error(
      `${type.name}.${field.name} is gated, so it must be nullable: a refusal makes it null.`,
    );
  }
  const resolve = field.resolve ?? defaultFieldResolver;
  field.resolve = (parent, args, context, info) => {
    refuseField(context.caller, field, required, hasGatedArguments ? args : {});
    return resolve(parent, args, context, info);
  };
}
