import { coerceInputValue, type GraphQLInputType } from 'graphql';
import { findFurtherProblems, readSent } from '../../graphql/further-problems.ts';
import { findValueProblems, ProblemList } from '../../graphql/value-problems.ts';
import type { CsvForm } from '../../rules/bulk/bulk-type.ts';
import { MAX_PROBLEMS_OF_ITEM, type Problem } from '../../rules/errors/api-error.ts';
import { findUnsafeText, WRITTEN_VALUES } from '../../rules/inputs/unsafe-text.ts';
import { type CsvHeader, readCells } from './csv.ts';
import type { BulkFormat, FileRow } from './file-rows.ts';

/** A row as the rules of its input type read it: coerced, or with everything wrong in it. */
export type ReadRow = FileRow & {
  readonly externalId: string | null;
  /** Identifier with which the row addresses its object: null for a new object or a broken row. */
  readonly namedBy: 'id' | 'externalId' | null;
  /** The name that identifies the row: two rows of one name must not be written together. */
  readonly name: string | null;
  readonly input: object | undefined;
  readonly problems: readonly Problem[];
};

export type RowForm = {
  readonly format: BulkFormat;
  readonly inputType: GraphQLInputType;
  readonly csv: CsvForm;
  readonly header: CsvHeader;
};

/** Only text with one of these can hold what no store keeps; almost none does. */
const UNSAFE = /\\u|\0|__proto__/;

export function readRow(form: RowForm, row: FileRow): ReadRow {
  const { fields, problems } = fieldsOf(form, row);
  const externalId = textOf(fields, 'externalId');
  const id = textOf(fields, 'id');
  const read = { ...row, externalId, namedBy: null, name: null };
  if (fields === undefined) return { ...read, input: undefined, problems };
  const unsafe = mayBeUnsafe(row) ? findUnsafeText(fields, [], WRITTEN_VALUES) : undefined;
  if (unsafe !== undefined) return { ...read, input: undefined, problems: [unsafe] };
  const input = problems.length > 0 ? undefined : coerceInputValue(fields, form.inputType);
  if (typeof input === 'object' && input !== null) {
    const namedBy = externalId === null ? (id === null ? null : 'id') : 'externalId';
    return { ...read, namedBy, name: externalId ?? id, input, problems: [] };
  }
  const all = [...problems, ...valueProblems(fields, form.inputType)];
  return { ...read, input: undefined, problems: all };
}

/** A short row has no long key, text or list. */
function mayBeUnsafe({ text }: FileRow): boolean {
  return text.length > 2 * WRITTEN_VALUES.items || UNSAFE.test(text);
}

const NO_OBJECT = 'The line is not a JSON object; JSONL has one whole object on each line.';

type Fields = { readonly fields: unknown; readonly problems: readonly Problem[] };

function fieldsOf({ format, csv, header }: RowForm, row: FileRow): Fields {
  if (row.problem !== null) return unreadable(row.problem);
  if (format === 'CSV') return readCells(csv, header, row.cells);
  try {
    const fields: unknown = JSON.parse(row.text);
    if (typeof fields === 'object' && fields !== null && !Array.isArray(fields))
      return { fields, problems: [] };
    return unreadable(NO_OBJECT);
  } catch (error) {
    return unreadable(`${NO_OBJECT} ${error instanceof Error ? error.message : ''}`);
  }
}

function unreadable(message: string): Fields {
  return { fields: undefined, problems: [{ path: [], code: 'UNREADABLE', message }] };
}

/** The first problems of form and, since no service sees such a row, of the properties whose form is right. */
function valueProblems(fields: unknown, type: GraphQLInputType): Problem[] {
  const { problems, add } = new ProblemList(MAX_PROBLEMS_OF_ITEM);
  try {
    findValueProblems(fields, type, [], add);
    const known = problems.map((each) => ({ ...each, path: ['input', ...each.path] }));
    findFurtherProblems(fields, type, ['input'], { known, complain: add, read: readSent });
  } catch (error) {
    if (problems.length < MAX_PROBLEMS_OF_ITEM) throw error;
  }
  return problems;
}

function textOf(fields: unknown, name: 'id' | 'externalId'): string | null {
  if (typeof fields !== 'object' || fields === null || !(name in fields)) return null;
  const value: unknown = Object.entries(fields).find(([key]) => key === name)?.[1];
  return typeof value === 'string' ? value : null;
}
