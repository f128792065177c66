import { isNode, type SourceFile, type SyntaxNode } from './source-files.ts';

/** Values that a file of the house exports and no other file names. */
export function unusedExports(
  house: readonly SourceFile[],
  readers: readonly SourceFile[],
): string[] {
  const namedBy = new Map<string, Set<string>>();
  for (const { path, nodes } of readers)
    for (const node of nodes) {
      const name = nameOf(node);
      if (name !== undefined) namedBy.getOrInsert(name, new Set()).add(path);
    }
  return house.flatMap(({ path, nodes }) =>
    nodes
      .flatMap(exportedBy)
      .filter((name) => [...(namedBy.get(name) ?? [])].every((reader) => reader === path))
      .map((name) => `${path}: no other file names ${name}`),
  );
}

/** Names of the functions, classes and constants that a node exports; types explain the values of their file. */
function exportedBy(node: SyntaxNode): string[] {
  const declaration = node.type === 'ExportNamedDeclaration' ? node['declaration'] : undefined;
  if (!isNode(declaration) || declaration.type.startsWith('TS')) return [];
  const { declarations } = declaration;
  const declared = Array.isArray(declarations) ? declarations : [declaration];
  return declared.flatMap(({ id }) => nameOf(id) ?? []);
}

function nameOf(value: unknown): string | undefined {
  const name = isNode(value) && value.type === 'Identifier' ? value['name'] : undefined;
  return typeof name === 'string' ? name : undefined;
}
