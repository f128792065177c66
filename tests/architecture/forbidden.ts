import { unclearIn } from './plain-english.ts';
import { isNode, memberName, type SourceFile, type SyntaxNode } from './source-files.ts';

/** Forbidden constructs in a file, one sentence each. */
export function forbidden(file: SourceFile): string[] {
  const complaints = [
    ...file.nodes.flatMap((node) => complaintsOf(node, file)),
    ...file.comments.flatMap((comment) => complaintsOfComment(comment, file)),
  ];
  return complaints.map((complaint) => `${file.path}: ${complaint}`);
}

const SYNTAX: Readonly<Record<string, string>> = {
  TSAnyKeyword: 'the type any',
  TSNonNullExpression: 'a non-null assertion (!)',
  TSTypeAssertion: 'a cast',
  ExportDefaultDeclaration: 'a default export',
};

/** Results must be the same bits everywhere: no chance, no clock, no function that may differ. */
const NOT_IN_ENGINE = [
  ...['Math.random', 'Date.now', 'performance.now'],
  ...['Math.exp', 'Math.expm1', 'Math.log', 'Math.log1p', 'Math.log2', 'Math.log10', 'Math.pow'],
];

function complaintsOf(node: SyntaxNode, file: SourceFile): string[] {
  const line = lineOf(node);
  const syntax = SYNTAX[node.type];
  if (syntax !== undefined) return [`${syntax}, line ${line}`];
  if (node.type === 'TSAsExpression' && !isConst(node['typeAnnotation']))
    return [`a cast (as), line ${line}`];
  const parameters = parametersOf(node);
  if (parameters.length > MAX_PARAMETERS)
    return [`${parameters.length} parameters, line ${line}: name them in one object`];
  if (hasTenantInParts(node)) return [`a database and a scope, line ${line}: take a TenantDb`];
  if (isEnum(node) && !/\/(enums|list)\.ts$/.test(file.path))
    return [`an enum outside of enums.ts, line ${line}`];
  if (isEventWritten(node) && !file.isTest && file.path !== 'server/src/rules/events/events.ts')
    return [`an event that no domain declares, line ${line}`];
  const text = isShown(node, file) ? textOf(node) : titleOf(node);
  if (text !== undefined && unclearIn(text).length > 0)
    return unclearIn(text).map((what) => `${what}, line ${line}: ${text}`);
  const member = memberName(node);
  if (member !== undefined)
    return complaintsOfMember(member, file).map((what) => `${what}, line ${line}`);
  if (file.path.startsWith('engine/') && !file.isTest) return complaintsInEngine(node, line);
  return [];
}

/** Results of the engine keep their sentences: a stored result is replayed bit for bit. */
function isShown(node: SyntaxNode, { path, isTest }: SourceFile): boolean {
  const isSentence = /^[A-Z`"“…].* .*[.]$/s.test(textOf(node) ?? '');
  return isSentence && !isTest && /^(server|sdk)\/src\//.test(path);
}

/** The title of a test. */
function titleOf({ type, callee, arguments: given }: SyntaxNode): string | undefined {
  const isTest = type === 'CallExpression' && isNode(callee) && callee['name'] === 'test';
  return isTest && Array.isArray(given) && isNode(given[0]) ? textOf(given[0]) : undefined;
}

/** The text of a string, with `…` for what a template inserts; undefined for other nodes. */
function textOf({ type, value, quasis }: SyntaxNode): string | undefined {
  if (type === 'StringLiteral' && typeof value === 'string') return value;
  if (type !== 'TemplateLiteral' || !Array.isArray(quasis)) return undefined;
  return quasis.map((part) => (isRaw(part) ? part.value.raw : '')).join('…');
}

function isRaw(part: unknown): part is { readonly value: { readonly raw: string } } {
  return isNode(part) && typeof part['value'] === 'object' && part['value'] !== null;
}

/** More are easily swapped by callers, and say nothing at the call. */
const MAX_PARAMETERS = 5;

/** Parameters of a function with a body; empty for any other node. */
function parametersOf(node: SyntaxNode): readonly unknown[] {
  const { params, body } = node;
  return Array.isArray(params) && isNode(body) ? params : [];
}

/** Every function on data of a tenant takes both in one: two parameters could be swapped for those of another tenant. */
function hasTenantInParts({ params }: SyntaxNode): boolean {
  const types = Array.isArray(params) ? params.map(typeNameOf) : [];
  return types.includes('Scope') && (types.includes('Db') || types.includes('Tx'));
}

/** The name of the type of a parameter; undefined if it has none. */
function typeNameOf(parameter: unknown): unknown {
  const annotation = isNode(parameter) ? parameter['typeAnnotation'] : undefined;
  const type = isNode(annotation) ? annotation['typeAnnotation'] : undefined;
  const name = isNode(type) ? type['typeName'] : undefined;
  return isNode(name) ? name['name'] : undefined;
}

function isEnum(node: SyntaxNode): boolean {
  const { type, callee } = node;
  return type === 'CallExpression' && isNode(callee) && callee['name'] === 'describedEnum';
}

/** Events are recorded through their declarations only. */
function isEventWritten(node: SyntaxNode): boolean {
  const text = node.type === 'TemplateElement' ? JSON.stringify(node['value']) : node['value'];
  return typeof text === 'string' && /insert\s+into\s+events\b/i.test(text);
}

function complaintsOfMember(member: string, { path, isTest }: SourceFile): string[] {
  if (/^(test|it|describe|suite)\.(only|skip|todo)$/.test(member)) return [member];
  if (isTest) return [];
  if (path.startsWith('engine/') && NOT_IN_ENGINE.includes(member)) return [member];
  if (!path.startsWith('server/')) return [];
  if (member === 'process.env' && path !== 'server/src/config.ts')
    return ['process.env outside of config.ts'];
  if (member.startsWith('console.')) return [`${member}: people read stdout, the log is pino`];
  return [];
}

function complaintsInEngine(node: SyntaxNode, line: number): string[] {
  if (node['async'] === true) return [`async, line ${line}`];
  const callee = node['callee'];
  const isDate = node.type === 'NewExpression' && isNode(callee) && callee['name'] === 'Date';
  return isDate && Array.isArray(node['arguments']) && node['arguments'].length === 0
    ? [`the time of day, line ${line}`]
    : [];
}

const COMMENTS: readonly (readonly [RegExp, string])[] = [
  [/@ts-(ignore|nocheck)/, 'a silenced type error'],
  // HTML has an element for each role; a drawing (SVG) has none.
  [
    /(biome|eslint|oxlint)-(ignore|disable)(?! lint\/a11y\/useSemanticElements:)/,
    'a silenced lint rule',
  ],
  [/\b(TODO|FIXME|XXX)\b/, 'postponed work'],
];

/** The only file that expects errors: it proves that the compiler refuses them. */
const EXPECTS_ERRORS = 'tests/architecture/compiler-refusals.ts';

function complaintsOfComment(comment: string, { path }: SourceFile): string[] {
  const found = COMMENTS.filter(([pattern]) => pattern.test(comment)).map(([, what]) => what);
  if (path !== EXPECTS_ERRORS && comment.includes('@ts-expect-error'))
    found.push('an expected type error');
  return [...found, ...unclearIn(comment)].map((what) => `${what}: ${comment.trim()}`);
}

function isConst(type: unknown): boolean {
  if (!isNode(type) || type.type !== 'TSTypeReference') return false;
  const name = type['typeName'];
  return isNode(name) && name['name'] === 'const';
}

function lineOf(node: SyntaxNode): number {
  const place = node['loc'];
  const start =
    typeof place === 'object' && place !== null && 'start' in place ? place.start : undefined;
  const line = typeof start === 'object' && start !== null && 'line' in start ? start.line : 0;
  return typeof line === 'number' ? line : 0;
}
