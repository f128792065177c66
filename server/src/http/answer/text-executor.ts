import {
  type GraphQLError,
  type GraphQLLeafType,
  type GraphQLObjectType,
  type GraphQLOutputType,
  getVariableValues,
  isAbstractType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  locatedError,
  type OperationDefinitionNode,
} from 'graphql';
import { isTurnOver, nextTurn } from '../../platform/concurrency/event-loop.ts';
import { jsonOf } from '../../platform/json/index.ts';
import type { Context, LargeAnswer } from '../../rules/context.ts';
import { requestTimeout } from '../../rules/errors/api-error.ts';
import { type JsonText, joined, type Later, whenComplete } from './json-text.ts';
import { type Operation, ROOT_VALUE, type SelectedField, Selections } from './selected-fields.ts';

export type TextResult = {
  readonly text: JsonText;
  readonly errors: readonly GraphQLError[];
  /** Keys of the root fields. */
  readonly keys: readonly string[];
};

/** Part of the context that the executor itself needs. */
type LargeContext = {
  readonly request: Pick<Context['request'], 'deadlineMs'>;
  readonly large: Pick<LargeAnswer, 'signal' | 'addWritten' | 'addError'>;
};

/** Place of a value in the answer. */
type Path = { readonly prev: Path | undefined; readonly key: string | number };

type List = {
  readonly itemType: GraphQLOutputType;
  readonly selected: SelectedField;
  readonly items: readonly unknown[];
  readonly path: Path | undefined;
};

/** Items of lists that wait for their values at a time; more are begun when these are written. */
const MOST_WAITING = 1_000;
/** Fields of the query at work at a time: rows of 45 pages of 100 would wait for their turn in the main heap. */
const MOST_ROOT_FIELDS = 8;

/**
 * Executes an operation to the JSON of its data, in turns of the event loop. Other executors hold an object for each one of
 * the answer until all of it is complete; this one holds the text of what is complete. A query is stopped by the signal;
 * mutations are carried out without the values of their payloads then.
 */
export async function executeToText(
  { schema, fragments, operation }: Omit<Operation, 'variableValues'>,
  context: LargeContext,
  variables: Readonly<Record<string, unknown>>,
): Promise<TextResult | Pick<TextResult, 'errors'>> {
  const type = schema.getRootType(operation.operation);
  const definitions = operation.variableDefinitions ?? [];
  const { variableValues, errors } = getVariableValues(schema, definitions, variables);
  if (variableValues === undefined || !type) return { errors: errors ?? [] };
  const selections = new Selections({ schema, fragments, operation, variableValues });
  return new Execution(context, selections).run(type, operation);
}

class Execution {
  readonly #context: LargeContext;
  readonly #selections: Selections;
  readonly #errors: GraphQLError[] = [];
  /** Places of which the answer shows no more than null. */
  readonly #nulls = new Set<Path | undefined>();
  #waiting = 0;

  constructor(context: LargeContext, selections: Selections) {
    this.#context = context;
    this.#selections = selections;
  }

  async run(
    type: GraphQLObjectType,
    { operation, selectionSet }: OperationDefinitionNode,
  ): Promise<TextResult> {
    const fields = this.#selections.in(type, [selectionSet]);
    let text: JsonText = NULL;
    try {
      text = await (operation === 'mutation' ? this.#mutations(fields) : this.#root(fields));
    } catch (error) {
      this.#add(error, undefined);
    }
    return { text, errors: this.#errors, keys: fields.map(({ key }) => key) };
  }

  /** One after the other, each to its end. */
  async #mutations(fields: readonly SelectedField[]): Promise<JsonText> {
    const parts: JsonText[] = [OPEN_OBJECT];
    for (const field of fields) parts.push(field.prefix, await this.#mutation(field));
    parts.push(CLOSE_OBJECT);
    return joined(parts);
  }

  async #mutation(selected: SelectedField): Promise<JsonText> {
    const { signal } = this.#context.large;
    try {
      return await this.#field(selected, ROOT_VALUE, undefined);
    } catch (error) {
      if (!signal.aborted) throw error;
      const { key, info } = selected;
      if (error !== signal.reason)
        this.#add(locatedError(error, info.fieldNodes, [key]), { prev: undefined, key });
      return NULL;
    }
  }

  async #root(fields: readonly SelectedField[]): Promise<JsonText> {
    let text: JsonText = OPEN_OBJECT;
    for (let at = 0; at < fields.length; at += MOST_ROOT_FIELDS) {
      const parts: Later[] = [text];
      this.#begin(parts, fields.slice(at, at + MOST_ROOT_FIELDS), ROOT_VALUE, undefined);
      text = joined(await Promise.all(parts));
      this.#context.large.signal.throwIfAborted();
    }
    return joined([text, CLOSE_OBJECT]);
  }

  #object(fields: readonly SelectedField[], source: unknown, path: Path | undefined): Later {
    const parts: Later[] = [OPEN_OBJECT];
    this.#begin(parts, fields, source, path);
    parts.push(CLOSE_OBJECT);
    return whenComplete(parts);
  }

  #begin(
    parts: Later[],
    fields: readonly SelectedField[],
    source: unknown,
    path: Path | undefined,
  ): void {
    let characters = 0;
    try {
      for (const field of fields) {
        const value = this.#field(field, source, path);
        characters += field.prefix.length;
        parts.push(field.prefix, value);
      }
    } catch (error) {
      forget(parts);
      throw error;
    }
    this.#context.large.addWritten(characters);
  }

  #field(selected: SelectedField, source: unknown, parent: Path | undefined): Later {
    const { field, info, key, isLeaf } = selected;
    const fail = (error: unknown) => this.#fail(error, field.type, selected, { prev: parent, key });
    try {
      const path = isLeaf ? parent : { prev: parent, key };
      const value: unknown =
        field.resolve === undefined
          ? propertyOf(source, field.name)
          : field.resolve(source, selected.args, this.#context, info);
      const json =
        value instanceof Promise
          ? this.#whenFound(value, isLeaf, (found) =>
              this.#complete(field.type, selected, found, path),
            )
          : this.#complete(field.type, selected, value, path);
      return json instanceof Promise ? json.catch(fail) : json;
    } catch (error) {
      return fail(error);
    }
  }

  /** Hundreds of values come at once, as rows of one statement: those that are much work take turns. */
  #whenFound(
    value: Promise<unknown>,
    isLeaf: boolean,
    complete: (found: unknown) => Later,
  ): Promise<JsonText> {
    return value.then((found) => {
      this.#context.large.signal.throwIfAborted();
      if (isLeaf || !isTurnOver()) return complete(found);
      return this.#nextTurn().then(() => complete(found));
    });
  }

  /** A value that may be null is null; else the object or list that it belongs to fails. */
  #fail(error: unknown, type: GraphQLOutputType, { info }: SelectedField, path: Path): string {
    const { large } = this.#context;
    // Nobody sees the errors of a query that was stopped, and thousands of values fail then.
    if (large.signal.aborted) throw error;
    large.addError();
    const located = locatedError(error, info.fieldNodes, keysOf(path));
    if (isNonNullType(type)) throw located;
    this.#add(located, path);
    return NULL;
  }

  /** The first error of a null is shown, and none of what would have been below it. */
  #add(error: unknown, path: Path | undefined): void {
    for (let at = path; at !== undefined; at = at.prev) if (this.#nulls.has(at)) return;
    this.#nulls.add(path);
    this.#errors.push(locatedError(error, undefined));
  }

  #complete(
    type: GraphQLOutputType,
    selected: SelectedField,
    value: unknown,
    path: Path | undefined,
  ): Later {
    if (value instanceof Error) throw value;
    if (isNonNullType(type)) {
      const json = this.#complete(type.ofType, selected, value, path);
      return json instanceof Promise
        ? json.then((found) => assertNotNull(found, selected))
        : assertNotNull(json, selected);
    }
    if (value === null || value === undefined) return NULL;
    if (isLeafType(type)) return this.#leaf(type, value);
    if (isListType(type)) return this.#list(type.ofType, selected, value, path);
    if (isObjectType(type)) return this.#objectOf(type, selected, value, path);
    if (!isAbstractType(type)) throw new Error(`${type} is no type of answers.`);
    const { info } = selected;
    const named = type.resolveType?.(value, this.#context, info, type);
    const as = (name: unknown) => {
      const runtime = info.schema.getType(String(name));
      if (!isObjectType(runtime))
        throw new Error(`${type} does not say what ${info.fieldName} is.`);
      return this.#objectOf(runtime, selected, value, path);
    };
    return named instanceof Promise ? named.then(as) : as(named);
  }

  #leaf(type: GraphQLLeafType, value: unknown): string {
    const output: unknown = type.coerceOutputValue(value);
    if (output === null || output === undefined)
      throw new Error(`${type} has no value for ${typeof value}.`);
    const json = jsonOf(output);
    this.#context.large.addWritten(json.length);
    return json;
  }

  #objectOf(
    type: GraphQLObjectType,
    { info }: SelectedField,
    value: unknown,
    path: Path | undefined,
  ): Later {
    return this.#object(this.#selections.of(type, info.fieldNodes), value, path);
  }

  #list(
    itemType: GraphQLOutputType,
    selected: SelectedField,
    value: unknown,
    path: Path | undefined,
  ): Later {
    if (!Array.isArray(value)) throw new Error(`${selected.info.fieldName} is no list.`);
    forget(value);
    const list: List = { itemType, selected, items: value, path };
    const parts: Later[] = [OPEN_LIST];
    for (let at = 0; at < value.length; at += 1) {
      if (this.#waiting > MOST_WAITING || isTurnOver()) return this.#restOf(list, at, parts);
      this.#pushItem(parts, list, at);
    }
    parts.push(CLOSE_LIST);
    return whenComplete(parts);
  }

  /** Goes on with a list in later turns, or when what waits has come. */
  async #restOf(list: List, from: number, begun: Later[]): Promise<JsonText> {
    let parts = begun;
    for (let at = from; at < list.items.length; at += 1) {
      if (isTurnOver()) await this.#nextTurn();
      if (this.#waiting > MOST_WAITING) parts = [joined(await Promise.all(parts))];
      this.#pushItem(parts, list, at);
    }
    parts.push(CLOSE_LIST);
    return whenComplete(parts);
  }

  async #nextTurn(): Promise<void> {
    await nextTurn();
    const { request, large } = this.#context;
    large.signal.throwIfAborted();
    if (performance.now() > request.deadlineMs) throw requestTimeout();
  }

  #pushItem(parts: Later[], { itemType, selected, items, path }: List, at: number): void {
    this.#context.large.signal.throwIfAborted();
    const json = this.#item(itemType, selected, items[at], { prev: path, key: at });
    if (at > 0) parts.push(COMMA);
    parts.push(json);
    if (!(json instanceof Promise)) return;
    this.#waiting += 1;
    const leave = (): void => {
      this.#waiting -= 1;
    };
    // The parts are awaited elsewhere, and their failure is handled there.
    json.then(leave, leave);
  }

  #item(type: GraphQLOutputType, selected: SelectedField, item: unknown, path: Path): Later {
    const fail = (error: unknown) => this.#fail(error, type, selected, path);
    try {
      const json =
        item instanceof Promise
          ? this.#whenFound(item, selected.isLeaf, (found) =>
              this.#complete(type, selected, found, path),
            )
          : this.#complete(type, selected, item, path);
      return json instanceof Promise ? json.catch(fail) : json;
    } catch (error) {
      return fail(error);
    }
  }
}

const NULL = 'null';
const [OPEN_OBJECT, CLOSE_OBJECT, OPEN_LIST, CLOSE_LIST, COMMA] = ['{', '}', '[', ']', ','];

/** Failures are handled when their turn comes, or not at all; until then Node would take them for forgotten. */
function forget(values: readonly unknown[]): void {
  for (const value of values) if (value instanceof Promise) value.catch(() => {});
}

function assertNotNull(json: JsonText, { info }: SelectedField): JsonText {
  if (json !== NULL) return json;
  throw new Error(
    `Cannot return null for non-nullable field ${info.parentType}.${info.fieldName}.`,
  );
}

function propertyOf(source: unknown, name: string): unknown {
  return typeof source === 'object' && source !== null ? Reflect.get(source, name) : undefined;
}

function keysOf(path: Path): readonly (string | number)[] {
  const keys: (string | number)[] = [];
  for (let at: Path | undefined = path; at !== undefined; at = at.prev) keys.unshift(at.key);
  return keys;
}
