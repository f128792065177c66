import { parse } from 'libpg-query';

/** The two columns that say whose row it is. */
const TENANT = ['organization_id', 'environment'] as const;

type Node = Readonly<Record<string, unknown>>;
type Column = { readonly alias: string | undefined; readonly name: string };

/**
 * The references to tables of customer data that a statement makes without saying whose rows it means:
 * without equality on organization_id and environment to a parameter, a constant, or to the columns of
 * something that is itself checked (another such table, an outer query, a subquery).
 *
 * Each SELECT, UPDATE, DELETE and MERGE inside the statement must say it for its own tables. An INSERT
 * must name both columns. What cannot be parsed cannot have run.
 */
export async function findUntenanted(
  text: string,
  customerTables: ReadonlySet<string>,
): Promise<string[]> {
  const tree: unknown = await parse(text).catch(() => undefined);
  const found: string[] = [];
  const queries = namesOfQueries(tree);
  for (const [kind, statement] of statementsIn(tree)) {
    if (kind === 'InsertStmt') {
      found.push(...untenantedInsert(statement, customerTables));
    } else {
      // The name of a `with` query refers to that query, which is checked at its definition.
      const sources = sourcesOf(statement).map(({ table, alias }) => ({
        table: table !== undefined && queries.has(table) ? undefined : table,
        alias,
      }));
      found.push(...unboundOf(sources, equalitiesOf(statement), customerTables));
    }
  }
  return found;
}

const KINDS = ['SelectStmt', 'InsertStmt', 'UpdateStmt', 'DeleteStmt', 'MergeStmt'];

/** Every statement inside the tree, subqueries and `with` included. */
function* statementsIn(tree: unknown): Generator<[string, Node]> {
  if (Array.isArray(tree)) {
    for (const item of tree) yield* statementsIn(item);
  } else if (isNode(tree)) {
    for (const [key, value] of Object.entries(tree)) {
      if (KINDS.includes(key) && isNode(value)) yield [key, value];
      // Both sides of a UNION are selects without a name of their kind.
      if ((key === 'larg' || key === 'rarg') && isNode(value) && 'op' in value) {
        yield ['SelectStmt', value];
      }
      yield* statementsIn(value);
    }
  }
}

function untenantedInsert(statement: Node, customerTables: ReadonlySet<string>): string[] {
  const table = textAt(statement, 'relation', 'relname') ?? '';
  if (!customerTables.has(table)) return [];
  const columns = listAt(statement, 'cols').map((column) => textAt(column, 'ResTarget', 'name'));
  return TENANT.filter((name) => !columns.includes(name)).map((name) => `${table}.${name}`);
}

/** The names of all `with` queries inside the tree. */
function namesOfQueries(tree: unknown): Set<string> {
  const items = Array.isArray(tree) ? tree : isNode(tree) ? Object.values(tree) : [];
  const own = isNode(tree) ? textAt(tree, 'CommonTableExpr', 'ctename') : undefined;
  const inner = items.flatMap((item) => [...namesOfQueries(item)]);
  return new Set(own === undefined ? inner : [own, ...inner]);
}

/** One thing a statement reads or writes: a table, or (undefined) a query or function in its place. */
type Source = { readonly table: string | undefined; readonly alias: string };

/** Tables that a statement itself reads from or writes to: its target, its FROM and its joins. */
function sourcesOf(statement: Node): Source[] {
  const target = nodeAt(statement, 'relation');
  const places = ['fromClause', 'usingClause'].flatMap((place) => listAt(statement, place));
  const merged = nodeAt(statement, 'sourceRelation');
  return [
    ...(target === undefined ? [] : [sourceOf(target)]),
    ...[...places, ...(merged === undefined ? [] : [merged])].flatMap(sourcesIn),
  ];
}

function sourcesIn(item: Node): Source[] {
  const table = nodeAt(item, 'RangeVar');
  if (table !== undefined) return [sourceOf(table)];
  const join = nodeAt(item, 'JoinExpr');
  if (join !== undefined) {
    return ['larg', 'rarg'].flatMap((side) => {
      const part = nodeAt(join, side);
      return part === undefined ? [] : sourcesIn(part);
    });
  }
  const other = nodeAt(item, 'RangeSubselect') ?? nodeAt(item, 'RangeFunction');
  return [{ table: undefined, alias: textAt(other, 'alias', 'aliasname') ?? '' }];
}

function sourceOf(range: Node): Source {
  const table = textAt(range, 'relname') ?? '';
  return { table, alias: textAt(range, 'alias', 'aliasname') ?? table };
}

/** Two expressions that must be equal; in an outer join that is true only of one side's rows. */
type Equality = { readonly sides: readonly [Node, Node]; readonly holdsFor?: readonly string[] };

function equalitiesOf(statement: Node): Equality[] {
  const conditions = [nodeAt(statement, 'whereClause'), nodeAt(statement, 'joinCondition')];
  const items = ['fromClause', 'usingClause'].flatMap((place) => listAt(statement, place));
  return [...conditions.flatMap(equalitiesIn), ...items.flatMap(joinEqualities)];
}

function joinEqualities(item: Node): Equality[] {
  const join = nodeAt(item, 'JoinExpr');
  if (join === undefined) return [];
  const [left, right] = [nodeAt(join, 'larg') ?? {}, nodeAt(join, 'rarg') ?? {}];
  const [leftAliases, rightAliases] = [left, right].map((side) =>
    sourcesIn(side).map(({ alias }) => alias),
  );
  const using = listAt(join, 'usingClause').map((name): Equality => {
    const column = textAt(name, 'String', 'sval') ?? '';
    const [a, b] = [leftAliases?.at(-1) ?? '', rightAliases?.at(-1) ?? ''];
    return { sides: [columnNode(a, column), columnNode(b, column)] };
  });
  const own = [...equalitiesIn(nodeAt(join, 'quals')), ...using];
  const holdsFor = { JOIN_LEFT: rightAliases, JOIN_RIGHT: leftAliases, JOIN_FULL: [] }[
    String(join['jointype'])
  ];
  return [
    ...(holdsFor === undefined ? own : own.map(({ sides }) => ({ sides, holdsFor }))),
    ...[left, right].flatMap(joinEqualities),
  ];
}

/** The equalities of a condition that hold whenever it does: those joined by AND. */
function equalitiesIn(condition: Node | undefined): Equality[] {
  const and = nodeAt(condition, 'BoolExpr');
  if (and !== undefined) {
    return and['boolop'] === 'AND_EXPR' ? listAt(and, 'args').flatMap(equalitiesIn) : [];
  }
  const comparison = nodeAt(condition, 'A_Expr');
  const [operator] = listAt(comparison, 'name');
  if (comparison?.['kind'] !== 'AEXPR_OP' || textAt(operator, 'String', 'sval') !== '=') return [];
  const [left, right] = [nodeAt(comparison, 'lexpr'), nodeAt(comparison, 'rexpr')];
  if (left === undefined || right === undefined) return [];
  const [leftRow, rightRow] = [nodeAt(left, 'RowExpr'), nodeAt(right, 'RowExpr')];
  if (leftRow === undefined || rightRow === undefined) return [{ sides: [left, right] }];
  const others = listAt(rightRow, 'args');
  return listAt(leftRow, 'args').flatMap((part, index): Equality[] => {
    const other = others[index];
    return other === undefined ? [] : [{ sides: [part, other] }];
  });
}

/** Propagates known values through equalities until nothing more is reached. */
function unboundOf(
  sources: readonly Source[],
  equalities: readonly Equality[],
  customerTables: ReadonlySet<string>,
): string[] {
  const bound = new Set<string>();
  // A bare name belongs to the only source there is; with several it would have to be qualified.
  const only = sources.length === 1 ? sources[0]?.alias : undefined;
  const ownerOf = ({ alias }: Column) => alias ?? only;
  const isGiven = (side: Node): boolean => {
    const column = columnOf(side);
    if (column === undefined) return isValue(side);
    const owner = ownerOf(column);
    if (bound.has(`${owner}.${column.name}`)) return true;
    const source = sources.find(({ alias }) => alias === owner);
    // Columns of an outer query or of a subquery are known: they are checked at their own place.
    return owner !== undefined && source?.table === undefined;
  };
  const bind = (side: Node, other: Node, holdsFor: readonly string[] | undefined): void => {
    const column = columnOf(side);
    const owner = column === undefined ? undefined : ownerOf(column);
    if (column === undefined || owner === undefined || isSelf(column, other)) return;
    if (holdsFor !== undefined && !holdsFor.includes(owner)) return;
    if (isGiven(other)) bound.add(`${owner}.${column.name}`);
  };
  for (let size = -1; size < bound.size; ) {
    size = bound.size;
    for (const { sides, holdsFor } of equalities) {
      bind(sides[0], sides[1], holdsFor);
      bind(sides[1], sides[0], holdsFor);
    }
  }
  return sources
    .filter(({ table }) => table !== undefined && customerTables.has(table))
    .flatMap(({ table, alias }) =>
      TENANT.filter((name) => !bound.has(`${alias}.${name}`)).map((name) => `${table}.${name}`),
    );
}

/** `t.organization_id = t.organization_id`, and the same without naming the table, say nothing. */
function isSelf(column: Column, other: Node): boolean {
  const second = columnOf(other);
  return (
    second !== undefined &&
    second.name === column.name &&
    (second.alias === column.alias || second.alias === undefined || column.alias === undefined)
  );
}

function columnOf(expression: Node): Column | undefined {
  const fields = listAt(nodeAt(expression, 'ColumnRef'), 'fields').map((field) =>
    textAt(field, 'String', 'sval'),
  );
  const name = fields.at(-1);
  return name === undefined ? undefined : { alias: fields.at(-2), name };
}

function columnNode(alias: string, name: string): Node {
  return { ColumnRef: { fields: [{ String: { sval: alias } }, { String: { sval: name } }] } };
}

/** A parameter or constant, with or without a cast. */
function isValue(expression: Node): boolean {
  if ('ParamRef' in expression || 'A_Const' in expression) return true;
  const inner = nodeAt(nodeAt(expression, 'TypeCast'), 'arg');
  return inner !== undefined && isValue(inner);
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function nodeAt(node: Node | undefined, key: string): Node | undefined {
  const value = node?.[key];
  return isNode(value) ? value : undefined;
}

function listAt(node: Node | undefined, key: string): Node[] {
  const value = node?.[key];
  return Array.isArray(value) ? value.filter(isNode) : [];
}

function textAt(node: Node | undefined, ...path: readonly string[]): string | undefined {
  let value: unknown = node;
  for (const key of path) value = isNode(value) ? value[key] : undefined;
  return typeof value === 'string' ? value : undefined;
}
