import { isObject } from '../../../platform/json/index.ts';
import { type RawFactor, type ReadRow, readDraft } from './draft.ts';
import { linesOf } from './text-lines.ts';

/**
 * Factors in our JSON form: one object per line (JSON Lines, read as it arrives), or one document,
 * an array or `{ "factors": […] }`. The fields are those of `EmissionFactor` at the API, `id` being
 * the source's own.
 */
export async function* readJson(source: AsyncIterable<Uint8Array>): AsyncGenerator<ReadRow> {
  const document: string[] = [];
  let line = 0;
  for await (const text of linesOf(source)) {
    line += 1;
    // A line that is a whole object by itself is JSON Lines; a document is collected to its end.
    const row = document.length === 0 ? objectIn(text) : undefined;
    if (row !== undefined && !('factors' in row)) yield readObject(row, line);
    else if (document.length > 0 || text.trim() !== '') document.push(text);
  }
  if (document.length > 0) yield* readDocument(document.join('\n'), line - document.length + 1);
}

function* readDocument(text: string, firstLine: number): Generator<ReadRow> {
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    yield { problem: { line: firstLine, message: `Not JSON: ${reason}` } };
    return;
  }
  const rows = isObject(document) ? document['factors'] : document;
  if (!Array.isArray(rows)) {
    const message = 'A JSON document of factors is an array, or an object with an array "factors".';
    yield { problem: { line: firstLine, message } };
    return;
  }
  for (const [at, row] of rows.entries()) yield readObject(row, at + 1);
}

function readObject(row: unknown, line: number): ReadRow {
  if (!isObject(row)) return { problem: { line, message: 'A factor must be a JSON object.' } };
  const { indicators, details, ...fields } = row;
  const raw: RawFactor = {
    ...fields,
    indicators: indicatorsIn(indicators),
    details: detailsIn(details),
  };
  return readDraft(raw, line);
}

/** By code, `{ "CC": 1.2 }`, or as the API lists them, `[{ "category": "CC", "value": 1.2 }]`. */
function indicatorsIn(value: unknown): Record<string, unknown> | undefined {
  if (!Array.isArray(value)) return isObject(value) ? value : undefined;
  const indicators: Record<string, unknown> = {};
  for (const item of value) {
    if (isObject(item)) indicators[String(item['category'])] = item['value'];
  }
  return indicators;
}

function detailsIn(value: unknown): Record<string, string> | undefined {
  if (!isObject(value)) return undefined;
  return Object.fromEntries(Object.entries(value).map(([name, text]) => [name, String(text)]));
}

function objectIn(text: string): Record<string, unknown> | undefined {
  if (!text.trimStart().startsWith('{')) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
