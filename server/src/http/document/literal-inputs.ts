import {
  type DocumentNode,
  type GraphQLInputType,
  type GraphQLSchema,
  Kind,
  TypeInfo,
  valueFromASTUntyped,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import type { Path } from '../../rules/inputs/problems.ts';
import type { Variables } from './plan.ts';

/** A value that a request gives, in a variable or in its document. */
export type GivenValue = {
  readonly value: unknown;
  readonly type: GraphQLInputType;
  /** Start of the paths of its problems. */
  readonly start: Path;
};

/** Arguments that a document writes out as objects, with the values of the variables in them. */
export function literalInputs(
  schema: GraphQLSchema,
  document: DocumentNode,
  variables: Variables,
): readonly GivenValue[] {
  const found: GivenValue[] = [];
  const info = new TypeInfo(schema);
  visit(
    document,
    visitWithTypeInfo(info, {
      Argument: ({ name, value }) => {
        const type = info.getInputType();
        if (value.kind === Kind.OBJECT && type)
          found.push({ value: valueFromASTUntyped(value, variables), type, start: [name.value] });
        return false;
      },
    }),
  );
  return found;
}
