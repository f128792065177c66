import {
  type ExecutionResult,
  type GraphQLField,
  type GraphQLResolveInfo,
  type GraphQLSchema,
  getArgumentValues,
  getVariableValues,
  isNullableType,
  locatedError,
  type OperationDefinitionNode,
  type VariableValues,
} from 'graphql';
import type { Fragments } from '../../graphql/selections.ts';
import { ofBytes } from '../../platform/database/index.ts';
import type { Context } from '../../rules/context.ts';
import { requestTimeout } from '../../rules/errors/api-error.ts';
import { AnswerTooLarge } from './answer-json.ts';
import { fieldsByKey, type Shape, shapeOf } from './answer-shape.ts';
import { NotDirect, type Place, settle, writeAnswer } from './answer-writer.ts';
import { ASYNC_HELPERS, ROOT_VALUE } from './selected-fields.ts';

/** The `data` of an answer as JSON, one character for each byte of its UTF-8. */
export type WrittenResult = { readonly json: string };

type Result = ExecutionResult | WrittenResult | undefined;

type Variables = Readonly<Record<string, unknown>>;

type Root = {
  readonly key: string;
  readonly field: GraphQLField<unknown, unknown>;
  readonly shape: Shape;
  readonly info: Omit<GraphQLResolveInfo, 'variableValues'>;
};

type Given = {
  readonly variables: VariableValues;
  readonly args: Readonly<Record<string, unknown>>;
};

/**
 * Answers a document of one root field by writing its JSON while it walks the values, rows from the bytes
 * of the database: past the executor, past the objects of rows and of the answer, and past
 * `JSON.stringify`. All documents share its code, so that nothing is compiled for a new one.
 */
export class DirectPlan {
  readonly #operation: OperationDefinitionNode;
  readonly #root: Root;
  /** Variables and arguments of a document without variables. */
  #constant: Given | undefined;
  #isDirect = true;

  private constructor(operation: OperationDefinitionNode, root: Root) {
    this.#operation = operation;
    this.#root = root;
  }

  /** Undefined for a document that needs an executor. */
  static of(
    schema: GraphQLSchema,
    fragments: Fragments,
    operation: OperationDefinitionNode,
  ): DirectPlan | undefined {
    const root = rootOf(schema, fragments, operation);
    return root && new DirectPlan(operation, root);
  }

  /** Undefined if the executor has to answer; it reads again what was read here. */
  run(context: Context, variables: Variables): Result | Promise<Result> {
    const given = this.#isDirect ? this.#givenOf(variables) : undefined;
    if (given === undefined) return undefined;
    const place = {
      // The direct way writes the answer in one go.
      context: { ...context, pageDb: ofBytes(context.db), large: undefined },
      info: { ...this.#root.info, variableValues: given.variables },
    };
    try {
      const value = this.#root.field.resolve?.(ROOT_VALUE, given.args, place.context, place.info);
      return value instanceof Promise
        ? value.then(
            (found) => this.#answer(found, place),
            (error) => this.#refuse(error),
          )
        : this.#answer(value, place);
    } catch (error) {
      return this.#refuse(error);
    }
  }

  #answer(value: unknown, place: Place): Result | Promise<Result> {
    const { key, shape } = this.#root;
    const write = (settled: unknown) => ({ json: writeAnswer(key, shape, settled, place) });
    const leave = (error: unknown) => this.#leave(error, place);
    try {
      const settled = settle(shape, value, place);
      return settled instanceof Promise ? settled.then(write).catch(leave) : write(settled);
    } catch (error) {
      return leave(error);
    }
  }

  /** The root field is null, with the error of its resolver. */
  #refuse(error: unknown): Result {
    const { key, info } = this.#root;
    const errors = [locatedError(error, info.fieldNodes, [key])];
    return { data: isNullableType(info.returnType) ? { [key]: null } : null, errors };
  }

  /** Leaves the answer to the executor; for good, if the document has values that are not direct. */
  #leave(error: unknown, { context }: Place): undefined {
    if (performance.now() > context.request.deadlineMs) throw requestTimeout();
    if (error instanceof AnswerTooLarge) throw error;
    if (error instanceof NotDirect) this.#isDirect = false;
  }

  #givenOf(variables: Variables): Given | undefined {
    if (this.#constant !== undefined) return this.#constant;
    const { field, info } = this.#root;
    const definitions = this.#operation.variableDefinitions ?? [];
    const { variableValues } = getVariableValues(info.schema, definitions, variables);
    const [node] = info.fieldNodes;
    if (variableValues === undefined || node === undefined) return undefined;
    try {
      const args = getArgumentValues(field, node, variableValues);
      const given = { variables: variableValues, args };
      if (definitions.length === 0) this.#constant = given;
      return given;
    } catch {
      // The executor reports what is wrong with them.
      return undefined;
    }
  }
}

function rootOf(
  schema: GraphQLSchema,
  fragments: Fragments,
  operation: OperationDefinitionNode,
): Root | undefined {
  const parentType = schema.getQueryType();
  const hasDirectives = (operation.directives ?? []).length > 0;
  if (operation.operation !== 'query' || hasDirectives || !parentType) return undefined;
  const selected = fieldsByKey(schema, fragments, parentType, [operation.selectionSet]);
  const [only, ...others] = selected ?? [];
  if (only === undefined || others.length > 0) return undefined;
  const [key, fieldNodes] = only;
  const fieldName = fieldNodes[0]?.name.value ?? '';
  const field = parentType.getFields()[fieldName];
  if (field?.resolve === undefined) return undefined;
  const shape = shapeOf({ schema, fragments }, field.type, fieldNodes);
  if (shape === undefined) return undefined;
  const info = {
    fieldName,
    fieldNodes,
    returnType: field.type,
    parentType,
    path: { prev: undefined, key, typename: parentType.name },
    schema,
    fragments: Object.fromEntries(fragments),
    rootValue: ROOT_VALUE,
    operation,
    getAbortSignal: () => undefined,
    getAsyncHelpers: () => ASYNC_HELPERS,
  };
  return { key, field, shape, info };
}
