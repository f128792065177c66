import { importOf, isNode, type SourceFile, type SyntaxNode } from './source-files.ts';

/**
 * Files that import values of each other in a circle, each circle once: which of them runs first depends on who imports
 * them. Types may refer to each other.
 */
export function circlesOf(files: readonly SourceFile[]): string[] {
  const imports = new Map(
    files.map(({ path, nodes }) => [
      path,
      nodes.filter(importsValue).flatMap((node) => importOf(node, path)),
    ]),
  );
  const circles: string[] = [];
  const finished = new Set<string>();
  const visit = (path: string, above: readonly string[]): void => {
    const at = above.indexOf(path);
    if (at >= 0) circles.push([...above.slice(at), path].join(' → '));
    if (at >= 0 || finished.has(path)) return;
    for (const next of imports.get(path) ?? []) visit(next, [...above, path]);
    finished.add(path);
  };
  for (const path of imports.keys()) visit(path, []);
  return circles;
}

/** An import that is loaded before the file itself runs. */
function importsValue(node: SyntaxNode): boolean {
  const { type, importKind, exportKind, specifiers } = node;
  if (!['ImportDeclaration', 'ExportNamedDeclaration', 'ExportAllDeclaration'].includes(type))
    return false;
  if (importKind === 'type' || exportKind === 'type') return false;
  const named = Array.isArray(specifiers) ? specifiers.filter(isNode) : [];
  return named.length === 0 || named.some((each) => each['importKind'] !== 'type');
}
