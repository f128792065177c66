import {
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLOutputType,
  getNamedType,
  isCompositeType,
  isInterfaceType,
  isNonNullType,
  isObjectType,
} from 'graphql';

/** Fields whose values differ between two requests or services. */
const CHANGING = [
  'lastUsedAt',
  'remaining',
  'resetAt',
  'requestId',
  'uploadUrl',
  'downloadUrl',
  'resultUrl',
];
const MAX_FIELDS = 6;

/** A random whole number below a bound. */
export type Below = (bound: number) => number;

/** Random selections of a type in all forms that documents have. */
export class RandomSelection {
  readonly #below: Below;
  /** Definitions of the fragments that are spread so far. */
  readonly fragments: string[] = [];
  #aliases = 0;

  constructor(below: Below) {
    this.#below = below;
  }

  /** Empty for a leaf. */
  of(type: GraphQLOutputType, depth: number): string {
    const named = getNamedType(type);
    if (!isCompositeType(named)) return '';
    if (isInterfaceType(named)) return '{ __typename id }';
    return isObjectType(named)
      ? `{ __typename ${this.#fieldsOf(named, depth).join(' ')} }`
      : '{ __typename }';
  }

  #fieldsOf(type: GraphQLObjectType, depth: number): string[] {
    const fields = Object.values(type.getFields()).filter(
      (field) =>
        !CHANGING.includes(field.name) &&
        !field.args.some((argument) => isNonNullType(argument.type)) &&
        (depth > 0 || !isCompositeType(getNamedType(field.type))),
    );
    return Array.from({ length: 1 + this.#below(MAX_FIELDS) }).flatMap(() => {
      const field = fields[this.#below(fields.length)];
      return field === undefined ? [] : [this.#fieldOf(type, field, depth)];
    });
  }

  #fieldOf(type: GraphQLObjectType, field: GraphQLField<unknown, unknown>, depth: number): string {
    const form = this.#below(16);
    this.#aliases += 1;
    const alias = form < 6 ? `a${this.#aliases}: ` : '';
    const text = `${alias}${field.name} ${this.of(field.type, depth - 1)}`;
    if (form === 0) return `... on ${type.name} { ${text} }`;
    if (form === 1) return `... { ${text} }`;
    if (form === 2) return `... @include(if: true) { ${text} }`;
    if (form > 4) return text;
    const name = `F${this.fragments.length}`;
    this.fragments.push(`fragment ${name} on ${type.name} { ${text} }`);
    return `...${name} ...${name}`;
  }
}
