import { analyse } from 'scslre';
import type { SourceFile, SyntaxNode } from './source-files.ts';

/**
 * Patterns that take more than linear time for some text: a client that sends such a text holds the event loop. A
 * text of 20,000 characters takes a third of a second in quadratic time, one of a megabyte a quarter of an hour.
 */
export function slowPatterns(file: SourceFile): string[] {
  if (file.isTest) return [];
  return file.nodes
    .flatMap(patternOf)
    .filter(({ source, flags }) => isSlow(source, flags))
    .map(({ source, flags }) => `${file.path}: /${source}/${flags}`);
}

function patternOf({ type, pattern, flags }: SyntaxNode) {
  return type === 'RegExpLiteral' && typeof pattern === 'string' && typeof flags === 'string'
    ? [{ source: pattern, flags }]
    : [];
}

function isSlow(source: string, flags: string): boolean {
  return analyse({ source, flags }, { maxReports: 1 }).reports.length > 0;
}
