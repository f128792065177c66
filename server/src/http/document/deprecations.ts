import {
  type DocumentNode,
  type GraphQLInputType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isInputType,
  isInterfaceType,
  isListType,
  isObjectType,
  type OperationDefinitionNode,
  separateOperations,
  TypeInfo,
  typeFromAST,
  visit,
  visitWithTypeInfo,
} from 'graphql';

/** Coordinates (`Type.field`, `Type.field(argument:)`, `Enum.VALUE`) of the deprecated elements that a request uses, each once. */
export type DeprecatedUses = (variables: Readonly<Record<string, unknown>>) => readonly string[];

type Element = { readonly deprecationReason?: string | null | undefined; toString(): string };

const NONE: readonly string[] = [];
const NO_USES: DeprecatedUses = () => NONE;

/** Finds the deprecated elements that documents use. A schema without deprecated elements takes no work. */
export function deprecatedUsesIn(
  schema: GraphQLSchema,
): (document: DocumentNode, operation: OperationDefinitionNode) => DeprecatedUses {
  if (!Object.values(schema.getTypeMap()).some((type) => elementsOf(type).some(isDeprecated)))
    return () => NO_USES;
  return (document, operation) => {
    const own = separateOperations(document)[operation.name?.value ?? ''] ?? document;
    const named = namedIn(schema, own);
    const variables = (operation.variableDefinitions ?? []).flatMap((definition) => {
      const type = typeFromAST(schema, definition.type);
      const name = definition.variable.name.value;
      return isInputType(type) && reachesDeprecated(type, new Set()) ? [{ name, type }] : [];
    });
    if (variables.length === 0) return named.size === 0 ? NO_USES : () => [...named];
    return (given) => {
      const found = new Set(named);
      for (const { name, type } of variables) addValue(given[name], type, found);
      return [...found];
    };
  };
}

/** Fields, arguments, input fields and enum values of a type. */
function elementsOf(type: unknown): readonly Element[] {
  if (isObjectType(type) || isInterfaceType(type))
    return Object.values(type.getFields()).flatMap((field) => [field, ...field.args]);
  if (isInputObjectType(type)) return Object.values(type.getFields());
  return isEnumType(type) ? type.getValues() : [];
}

function isDeprecated(element: Element | null | undefined): element is Element {
  return element?.deprecationReason !== undefined && element.deprecationReason !== null;
}

/** Deprecated elements that the document itself names. */
function namedIn(schema: GraphQLSchema, document: DocumentNode): Set<string> {
  const found = new Set<string>();
  const add = (element: Element | null | undefined): void => {
    if (isDeprecated(element)) found.add(String(element));
  };
  const types = new TypeInfo(schema);
  visit(
    document,
    visitWithTypeInfo(types, {
      Field: () => add(types.getFieldDef()),
      Argument: () => add(types.getArgument()),
      ObjectField: ({ name }) => {
        const parent = getNamedType(types.getParentInputType());
        if (isInputObjectType(parent)) add(parent.getFields()[name.value]);
      },
      EnumValue: () => add(types.getEnumValue()),
    }),
  );
  return found;
}

function reachesDeprecated(type: GraphQLInputType, seen: Set<unknown>): boolean {
  const named = getNamedType(type);
  if (seen.has(named)) return false;
  seen.add(named);
  if (elementsOf(named).some(isDeprecated)) return true;
  return (
    isInputObjectType(named) &&
    Object.values(named.getFields()).some((field) => reachesDeprecated(field.type, seen))
  );
}

/** Adds the deprecated elements in a value, which was checked against its type. */
function addValue(value: unknown, type: GraphQLInputType, found: Set<string>): void {
  const own = getNullableType(type);
  if (isListType(own)) {
    for (const item of Array.isArray(value) ? value : [value]) addValue(item, own.ofType, found);
  } else if (isEnumType(own)) {
    const element = own.getValue(String(value));
    if (isDeprecated(element)) found.add(String(element));
  } else if (isInputObjectType(own) && typeof value === 'object' && value !== null) {
    const given: readonly (readonly [string, unknown])[] = Object.entries(value);
    for (const [name, inner] of given) {
      const field = own.getFields()[name];
      if (field === undefined) continue;
      if (isDeprecated(field)) found.add(String(field));
      addValue(inner, field.type, found);
    }
  }
}
