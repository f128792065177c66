import { importOf, type SourceFile } from './source-files.ts';

const STATIC = ['ImportDeclaration', 'ExportNamedDeclaration', 'ExportAllDeclaration'];

/** Files and packages that a program loads before its first line runs, by all the imports on the way. */
export function loadedAtStart(files: readonly SourceFile[], program: string): ReadonlySet<string> {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const loaded = new Set([program]);
  // A set may grow while it is walked.
  for (const path of loaded)
    for (const target of byPath.get(path)?.nodes.flatMap(staticImports(path)) ?? [])
      loaded.add(target);
  return loaded;
}

function staticImports(path: string) {
  return (node: SourceFile['nodes'][number]): string[] => {
    const isType = node['importKind'] === 'type' || node['exportKind'] === 'type';
    return STATIC.includes(node.type) && !isType ? importOf(node, path) : [];
  };
}
