import { createHash } from 'node:crypto';
import {
  type DocumentNode,
  type ExecutionResult,
  execute,
  GraphQLError,
  type GraphQLInputType,
  type GraphQLSchema,
  getOperationAST,
  isInputType,
  Kind,
  type OperationDefinitionNode,
  parse,
  specifiedRules,
  typeFromAST,
  type ValueNode,
  ValuesOfCorrectTypeRule,
  validate,
  visit,
} from 'graphql';
import { type CompiledQuery, compileQuery, isCompiledQuery } from 'graphql-jit';
import { LRUCache } from 'lru-cache';
import { fragmentsOf } from '../../graphql/selections.ts';
import { withLikelySuggestions, withWayToField } from '../../graphql/suggestions.ts';
import { literalProblemsRule, ProblemList } from '../../graphql/value-problems.ts';
import type { Context } from '../../rules/context.ts';
import { ApiError, ApiErrors, badInput, type Problem } from '../../rules/errors/api-error.ts';
import { DirectPlan, type WrittenResult } from '../answer/direct-plan.ts';
import { executeToText, type TextResult } from '../answer/text-executor.ts';
import { REQUEST_LIMITS } from '../limits/request-limits.ts';
import { compactDocument } from './compact-document.ts';
import { costFunctionOf } from './cost.ts';
import { type DeprecatedUses, deprecatedUsesIn } from './deprecations.ts';
import { assertDocumentLimits, assertTokenLimits } from './document-limits.ts';
import { usesOfVariables } from './input-size.ts';

export type Variables = Readonly<Record<string, unknown>>;

/** A variable of an operation. */
export type Input = {
  readonly name: string;
  readonly type: GraphQLInputType;
  /** The request must give it. */
  readonly isNeeded: boolean;
  /** Path at which it enters the arguments, as the start of the paths of its problems. */
  readonly start: readonly (string | number)[];
  /** Places of the arguments at which its value is read, with all fragments spread. */
  readonly uses: number;
  /** Characters of its default in the document. */
  readonly defaultLength: number;
};

/** All that is known of a document before it runs; made once and kept for its next callers. */
export type Plan = {
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode;
  /** Root fields of the operation, by which usage is counted. */
  readonly label: string;
  /** SHA-256 of its text, in hex. */
  readonly hash: string;
  readonly inputs: readonly Input[];
  /**
   * True if it selects a secret: its answer is not compressed, because the length of a compressed answer
   * gives away what it repeats (BREACH).
   */
  readonly showsSecret: boolean;
  /** Literals of the document that do not match their types; the document does not run then. */
  readonly literalProblems: readonly Problem[];
  readonly costOf: (variables: Variables) => number;
  readonly deprecatedUses: DeprecatedUses;
  /** Size of its compiled functions, 0 if it is never compiled. */
  readonly compiledBytes: number;
  readonly run: Run;
};

type Result = ExecutionResult | WrittenResult | TextResult;
type Run = (context: Context, variables: Variables) => Promise<Result> | Result;

const MAX_CACHED_BYTES = 24 * 1024 * 1024;
/** One document padded to a megabyte must not drive all others out. */
const MAX_CACHED_PLAN_BYTES = 4 * 1024 * 1024;
/** Size of a plan per character of its text: 24 to 32 as measured, the more the shorter its words. */
const BYTES_PER_CHARACTER = 34;
/** Approximate size of the functions that graphql-jit writes for one selection, as measured. */
const COMPILED_BYTES_PER_SELECTION = 17_000;
/** Compiling takes about 0.1 ms for each selection and holds up the event loop. */
const MAX_COMPILED_SELECTIONS = 150;
const MAX_REPORTED_ERRORS = 20;
const RULES = specifiedRules.filter((rule) => rule !== ValuesOfCorrectTypeRule);
/** Message of graphql-js when the comparison of overlapping fields exceeds its budget. */
const GAVE_UP = 'Validation aborted.';

/** Plans of recent documents. The least recently used ones are evicted when the bytes exceed the limit. */
export class PlanCache {
  readonly #schema: GraphQLSchema;
  readonly #deprecatedUsesIn: ReturnType<typeof deprecatedUsesIn>;
  readonly #plans = new LRUCache<string, Plan>({
    maxSize: MAX_CACHED_BYTES,
    maxEntrySize: MAX_CACHED_PLAN_BYTES,
    sizeCalculation: ({ compiledBytes }, key) => key.length * BYTES_PER_CHARACTER + compiledBytes,
  });

  readonly #isDirect: boolean;

  /** With `isDirect` false every document goes through the executor; the answers are the same. */
  constructor(schema: GraphQLSchema, { isDirect }: { readonly isDirect: boolean }) {
    this.#schema = schema;
    this.#deprecatedUsesIn = deprecatedUsesIn(schema);
    this.#isDirect = isDirect;
  }

  /** Parses and validates a document and computes its cost; throws an ApiError when one of them fails. */
  of(text: string, operationName: string | undefined): Plan {
    const key = `${operationName ?? ''}\n${text}`;
    const known = this.#plans.get(key);
    if (known !== undefined) return known;
    const plan = this.#make(text, operationName);
    this.#plans.set(key, plan);
    return plan;
  }

  #make(text: string, operationName: string | undefined): Plan {
    const made = makePlan(this.#schema, text, operationName, this.#isDirect);
    const { document, operation, run } = made;
    const plan = { ...made, deprecatedUses: this.#deprecatedUsesIn(document, operation) };
    if (!this.#isDirect) return plan;
    const direct = DirectPlan.of(this.#schema, fragmentsOf(document), operation);
    return direct === undefined ? plan : { ...plan, run: runDirectly(direct, run) };
  }
}

/** Runs a document directly, and through the executor where that is not possible. */
function runDirectly(direct: DirectPlan, execute: Run): Run {
  return (context, variables) => {
    const result = direct.run(context, variables);
    if (result instanceof Promise)
      return result.then((found) => found ?? execute(context, variables));
    return result ?? execute(context, variables);
  };
}

function makePlan(
  schema: GraphQLSchema,
  text: string,
  operationName: string | undefined,
  isDirect: boolean,
): Omit<Plan, 'deprecatedUses'> {
  const document = parseDocument(text);
  const selections = assertDocumentLimits(document);
  const literals = new ProblemList();
  const rules = [...RULES, literalProblemsRule(literals.add)];
  const errors = validate(schema, document, rules, { maxErrors: MAX_REPORTED_ERRORS });
  if (errors.some(({ message }) => message === GAVE_UP)) {
    throw new ApiError(
      'QUERY_TOO_COMPLEX',
      'The document repeats and spreads so many fields that checking whether they fit together would take too long.',
    );
  }
  const [first, ...others] = errors.map((error) => validationError(error, schema));
  if (first !== undefined) {
    const wrongValues = literals.problems.length === 0 ? [] : [badInput(literals.problems)];
    throw new ApiErrors(first, [...others, ...wrongValues]);
  }
  const operation = getOperationAST(document, operationName);
  if (operation === undefined || operation === null)
    throw operationNotFound(document, operationName);
  if (operation.operation === 'subscription') {
    throw new ApiError(
      'GRAPHQL_VALIDATION_FAILED',
      'Subscriptions are not part of this API; use webhooks.',
    );
  }
  const inputs = inputsOf(schema, document, operation);
  compactDocument(document);
  // The inputs of mutations are large, and so is the function that graphql-jit writes to coerce them.
  const isCompilable = operation.operation === 'query' && selections <= MAX_COMPILED_SELECTIONS;
  return {
    document,
    operation,
    label: labelOf(operation),
    hash: createHash('sha256').update(text).digest('hex'),
    inputs,
    literalProblems: literals.problems,
    showsSecret: selectsSecret(document),
    costOf: costFunctionOf(schema, document, operation),
    compiledBytes: isCompilable ? selections * COMPILED_BYTES_PER_SELECTION : 0,
    run: runnerOf(schema, document, operation, { isCompilable, isDirect }),
  };
}

const NO_SUBSCRIPTIONS = /^The subscription operation is not supported/;
const INSTEAD_OF_SUBSCRIPTIONS =
  'Follow the log by `events(after:)`, or register a webhook (`createWebhookEndpoint`).';

function validationError({ message, locations }: GraphQLError, schema: GraphQLSchema): ApiError {
  const shown = NO_SUBSCRIPTIONS.test(message)
    ? `${message} ${INSTEAD_OF_SUBSCRIPTIONS}`
    : withWayToField(withLikelySuggestions(message), schema);
  return new ApiError('GRAPHQL_VALIDATION_FAILED', shown, { locations });
}

function parseDocument(text: string): DocumentNode {
  try {
    assertTokenLimits(text);
    return parse(text, { maxTokens: REQUEST_LIMITS.tokens });
  } catch (error) {
    if (!(error instanceof GraphQLError)) throw error;
    throw new ApiError('GRAPHQL_PARSE_FAILED', error.message, { locations: error.locations });
  }
}

function operationNotFound(document: DocumentNode, operationName: string | undefined): ApiError {
  const names = document.definitions.flatMap((definition) =>
    definition.kind === Kind.OPERATION_DEFINITION && definition.name !== undefined
      ? [definition.name.value]
      : [],
  );
  const message =
    operationName === undefined
      ? `The document holds several operations (${names.join(', ')}); say which in "operationName".`
      : `The document has no operation named "${operationName}"; it has ${names.join(', ') || 'none with a name'}.`;
  return new ApiError('BAD_REQUEST', message);
}

/**
 * Runs plainly at first and compiled from the second time on: compiling costs milliseconds, which a
 * document seen once never earns back.
 */
function runnerOf(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  { isCompilable, isDirect }: { readonly isCompilable: boolean; readonly isDirect: boolean },
): Run {
  const fragments = fragmentsOf(document);
  let runs = 0;
  let compiled: CompiledQuery | undefined;
  const operationName = operation.name?.value;
  const isQuery = operation.operation === 'query';
  return (context, variables) => {
    const { large } = context;
    if (isDirect && large !== undefined)
      return executeToText({ schema, fragments, operation }, { ...context, large }, variables);
    runs++;
    if (runs === 2 && isCompilable) {
      const result = compileQuery(schema, document, operationName);
      if (isCompiledQuery(result)) compiled = result;
    }
    if (compiled !== undefined) return compiled.query({}, context, variables);
    return execute({
      schema,
      document,
      contextValue: context,
      variableValues: variables,
      operationName,
      // A mutation goes on with its next field, without values.
      abortSignal: isQuery ? large?.signal : undefined,
    });
  };
}

/** Fields whose answers show a secret; a test compares them with the schema. */
export const SECRET_FIELDS: ReadonlySet<string> = new Set([
  'secret',
  'createApiKey',
  'rotateApiKey',
]);

function selectsSecret(document: DocumentNode): boolean {
  let isFound = false;
  visit(document, {
    Field: ({ name }) => {
      isFound ||= SECRET_FIELDS.has(name.value);
    },
  });
  return isFound;
}

const MAX_LABEL = 100;

function labelOf({ selectionSet }: OperationDefinitionNode): string {
  const names = selectionSet.selections.map((selection) =>
    selection.kind === Kind.FIELD ? selection.name.value : 'fragment',
  );
  return [...new Set(names)].sort().join(',').slice(0, MAX_LABEL);
}

function inputsOf(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
): Input[] {
  const paths = variablePathsOf(document, operation);
  const uses = usesOfVariables(document, operation);
  return (operation.variableDefinitions ?? []).flatMap((definition) => {
    const name = definition.variable.name.value;
    const type = typeFromAST(schema, definition.type);
    if (!isInputType(type)) return [];
    const isNeeded =
      definition.defaultValue === undefined && definition.type.kind === Kind.NON_NULL_TYPE;
    const { start = 0, end = 0 } = definition.defaultValue?.loc ?? {};
    return [
      {
        ...{ name, type, isNeeded, start: paths.get(name) ?? [name] },
        ...{ uses: uses.get(name) ?? 0, defaultLength: end - start },
      },
    ];
  });
}

/** The first place of each variable: in the operation, else in a fragment. */
function variablePathsOf(
  document: DocumentNode,
  operation: OperationDefinitionNode,
): ReadonlyMap<string, readonly (string | number)[]> {
  const paths = new Map<string, readonly (string | number)[]>();
  const enter = (value: ValueNode, path: readonly (string | number)[]): void => {
    switch (value.kind) {
      case Kind.VARIABLE:
        if (!paths.has(value.name.value)) paths.set(value.name.value, path);
        return;
      case Kind.LIST:
        value.values.forEach((item, at) => {
          enter(item, [...path, at]);
        });
        return;
      case Kind.OBJECT:
        for (const field of value.fields) enter(field.value, [...path, field.name.value]);
    }
  };
  const fragments = document.definitions.filter(({ kind }) => kind === Kind.FRAGMENT_DEFINITION);
  for (const definition of [operation, ...fragments])
    visit(definition, { Argument: ({ name, value }) => enter(value, [name.value]) });
  return paths;
}
