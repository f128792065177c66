import { globSync, readFileSync } from 'node:fs';
import { join, normalize } from 'node:path';
import { parse } from '@babel/parser';

export type SyntaxNode = { readonly type: string } & Readonly<Record<string, unknown>>;

export type SourceFile = {
  /** From the root of the project: `server/src/main.ts`. */
  readonly path: string;
  readonly isTest: boolean;
  readonly lineCount: number;
  readonly nodes: readonly SyntaxNode[];
  readonly comments: readonly string[];
  /** Its imports: paths from the root of the project, or names of packages. */
  readonly imports: readonly string[];
};

const ROOT = join(import.meta.dirname, '../..');

export function sourceFiles(
  patterns: readonly string[],
  leftOut: readonly string[] = [],
): SourceFile[] {
  return globSync(patterns, {
    cwd: ROOT,
    exclude: ['**/node_modules/**', '**/dist/**', ...leftOut],
  })
    .sort()
    .map((path) => readSource(path, readFileSync(join(ROOT, path), 'utf8')));
}

export function readSource(path: string, text: string): SourceFile {
  const tree = parseSource(path, text);
  const nodes = [...nodesIn(tree.program)];
  return {
    path,
    isTest: /\.test\.ts$|\/testing(-[a-z]+)?\.ts$|^tests\//.test(path),
    lineCount: text.split('\n').length - 1,
    nodes,
    comments: (tree.comments ?? []).map(({ value }) => value),
    imports: nodes.flatMap((node) => importOf(node, path)),
  };
}

function parseSource(path: string, text: string): ReturnType<typeof parse> {
  try {
    const plugins = path.endsWith('.tsx')
      ? (['typescript', 'jsx'] as const)
      : (['typescript'] as const);
    return parse(text, { sourceType: 'module', plugins: [...plugins], errorRecovery: true });
  } catch (cause) {
    throw new Error(`${path} is not TypeScript.`, { cause });
  }
}

function* nodesIn(value: unknown): Generator<SyntaxNode> {
  if (Array.isArray(value)) {
    for (const item of value) yield* nodesIn(item);
  } else if (isNode(value)) {
    yield value;
    for (const child of Object.values(value)) yield* nodesIn(child);
  }
}

export function isNode(value: unknown): value is SyntaxNode {
  return (
    typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string'
  );
}

const WITH_SOURCE = [
  'ImportDeclaration',
  'ExportNamedDeclaration',
  'ExportAllDeclaration',
  'ImportExpression',
  'TSImportType',
];

/** The import of a node, if it is one: a path from the root of the project, or the name of a package. */
export function importOf(node: SyntaxNode, path: string): string[] {
  if (!WITH_SOURCE.includes(node.type)) return [];
  const source = node['source'];
  const name = isNode(source) ? source['value'] : undefined;
  if (typeof name !== 'string') return [];
  return [name.startsWith('.') ? normalize(join(path, '..', name)) : name];
}

/** `Math.random` for a member read off a name; undefined for anything else. */
export function memberName(node: SyntaxNode): string | undefined {
  if (node.type !== 'MemberExpression') return undefined;
  const [object, property] = [node['object'], node['property']];
  if (!isNode(object) || !isNode(property) || object.type !== 'Identifier') return undefined;
  const name = property['name'] ?? property['value'];
  return typeof name === 'string' ? `${object['name']}.${name}` : undefined;
}
