import {
  defaultFieldResolver,
  type GraphQLArgument,
  type GraphQLEnumType,
  type GraphQLField,
  type GraphQLInputField,
  type GraphQLInputType,
  type GraphQLInterfaceType,
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
import { assertAllowed, type Requirement } from '../rules/access/access.ts';
import type { Permission } from '../rules/access/permissions.ts';
import { includesTier, type Tier } from '../rules/access/tiers.ts';
import type { Caller } from '../rules/context.ts';

/** Access rule and cost of a field, argument, enum value or object type. */
export type AccessRule = {
  /** Lowest tier that may use it. The description then ends with "Requires …". */
  readonly tier?: Tier;
  /** Permission asked wherever the field, or an object of the type, is reached. */
  readonly permission?: Permission;
  /** Cost of the field itself, beyond that of the objects it returns. */
  readonly cost?: number;
  /**
   * Typical number of objects in a plain list (default 10), or the argument whose length gives it.
   */
  readonly size?: number | { readonly argument: string };
  /**
   * True for a mutation that goes on when the records of the environment have reached the ceiling of its tier: it frees
   * room, ends something for good, or gets data out. It cannot be repeated without one that writes.
   */
  readonly freesRoom?: true;
  /** True for a mutation without which access that has leaked would stay open: it goes on then too, some times an hour. */
  readonly secures?: true;
};

/** A field of the finished schema. */
export type ApiField = GraphQLField<unknown, { readonly caller: Caller }>;

class AccessExtension {
  readonly options: AccessRule;
  constructor(options: AccessRule) {
    this.options = options;
  }
}

const NO_RULE: AccessRule = {};

/** To be given as `extensions` of a field, argument, input field, enum value or object type. */
export function access(options: AccessRule): { readonly access: AccessExtension } {
  return { access: new AccessExtension(options) };
}

export function accessOf(element: { readonly extensions: object }): AccessRule {
  const found = 'access' in element.extensions ? element.extensions.access : undefined;
  return found instanceof AccessExtension ? found.options : NO_RULE;
}

/** FORBIDDEN when the caller may not have a field at all, or not with these (coerced) arguments. */
export function assertFieldAllowed(
  caller: Caller,
  field: ApiField,
  required: Requirement,
  args: Readonly<Record<string, unknown>>,
): void {
  assertAllowed(caller, required, `"${field.name}"`);
  const tier = tierOfArguments(field, args);
  if (tier !== undefined) assertAllowed(caller, { tier }, `"${field.name}" with these arguments`);
}

/** True if the tier that a field needs can depend on its arguments. */
export function hasTieredArguments({ args }: ApiField): boolean {
  return args.some(
    (argument) => accessOf(argument).tier !== undefined || mentionsTier(argument.type),
  );
}

const MUTATION_COST = 10;

/** Cost of a field itself, without the objects that it returns. */
export function ownCostOf(field: ApiField, isMutation: boolean): number {
  return (accessOf(field).cost ?? 0) + (isMutation ? MUTATION_COST : 0);
}

/**
 * Requirement of an object type: its READ permission, wherever it is reached, and its tier, by `node` alone, as
 * fields have tiers of their own.
 */
export function requirementOfType(schema: GraphQLSchema, typeName: string): Requirement {
  const type = schema.getType(typeName);
  return type === undefined ? {} : accessOf(type);
}

/**
 * Requirement of a field itself: its tier, and its own permission or that of the type it returns.
 */
export function requirementOfField(field: ApiField): Requirement {
  const own = accessOf(field);
  const permission = own.permission ?? accessOf(getNamedType(field.type)).permission;
  return {
    ...(own.tier === undefined ? {} : { tier: own.tier }),
    ...(permission === undefined ? {} : { permission }),
  };
}

/** The highest tier that the given (coerced) arguments ask for: arguments and enum values with an access rule. */
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
  const own = accessOf(element).tier;
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
  return found === undefined ? undefined : accessOf(found).tier;
}

function higher(a: Tier | undefined, b: Tier | undefined): Tier | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return includesTier(a, b) ? a : b;
}

const MENTIONS = new WeakMap<object, boolean>();

/**
 * True if a value with a tier rule can occur anywhere inside an input type; computed once per type.
 */
function mentionsTier(type: GraphQLInputType): boolean {
  const named = getNamedType(type);
  const known = MENTIONS.get(named);
  if (known !== undefined) return known;
  MENTIONS.set(named, false); // an input type that contains itself ends here
  const found = isEnumType(named)
    ? named.getValues().some((value) => accessOf(value).tier !== undefined)
    : isInputObjectType(named) &&
      Object.values(named.getFields()).some(
        (field) => accessOf(field).tier !== undefined || mentionsTier(field.type),
      );
  MENTIONS.set(named, found);
  return found;
}

/**
 * Enforces the access rules of a finished schema: descriptions end with the permission, cost and tier
 * that they need, and resolvers refuse before any work. Fields without a rule keep their resolver.
 */
export function enforceAccess(schema: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap())) {
    if (isIntrospectionType(type)) continue;
    if (isEnumType(type)) {
      for (const value of type.getValues()) describeTier(value);
    }
    if (isInputObjectType(type)) {
      for (const field of Object.values(type.getFields())) describeTier(field);
    }
    if (isObjectType(type) || isInterfaceType(type)) {
      for (const field of Object.values(type.getFields())) {
        describePermissionAndCost(type, field, schema);
        describeTier(field);
        for (const argument of field.args) describeTier(argument);
        if (isObjectType(type)) guardResolver(type, field);
      }
    }
  }
  return schema;
}

function describePermissionAndCost(
  type: GraphQLObjectType | GraphQLInterfaceType,
  field: ApiField,
  schema: GraphQLSchema,
): void {
  const { permission } = requirementOfField(field);
  const cost = ownCostOf(field, type === schema.getMutationType());
  if (permission !== undefined && permission !== accessOf(type).permission)
    field.description = `${field.description ?? ''} Needs the permission ${permission}.`.trim();
  if (cost > 0) field.description = `${field.description ?? ''} Costs ${cost}.`.trim();
}

function describeTier(element: {
  description?: string | null | undefined;
  readonly extensions: object;
}): void {
  const { tier } = accessOf(element);
  if (tier === undefined || tier === 'FREE') return;
  element.description = `${element.description ?? ''} Requires ${tier}.`.trim();
}

function guardResolver(type: GraphQLObjectType, field: ApiField): void {
  const asked = requirementOfField(field);
  // A caller that holds an object of the parent type has this permission already.
  const isShown = asked.permission === accessOf(type).permission;
  const required: Requirement = isShown
    ? asked.tier === undefined
      ? {}
      : { tier: asked.tier }
    : asked;
  const hasRestrictedArguments = hasTieredArguments(field);
  const isOpen = required.tier === undefined && required.permission === undefined;
  if (isOpen && !hasRestrictedArguments) return;
  if (isNonNullType(field.type)) {
    throw new Error(
      `${type.name}.${field.name} has an access rule, so it must be nullable: a FORBIDDEN error makes it null.`,
    );
  }
  const resolve = field.resolve ?? defaultFieldResolver;
  field.resolve = (parent, args, context, info) => {
    assertFieldAllowed(context.caller, field, required, hasRestrictedArguments ? args : {});
    return resolve(parent, args, context, info);
  };
}
