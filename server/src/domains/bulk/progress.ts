import { type Delimiter, delimiterOf } from './file-rows.ts';

/** Progress of an import: its checkpoint, as stored in the job. */
export type Progress = {
  /** The last row that is written, the line on which it ends and the byte after it. */
  readonly row: number;
  readonly line: number;
  readonly byte: number;
  readonly resultBytes: number;
  readonly created: number;
  readonly updated: number;
  readonly failed: number;
  /** The columns of a CSV file. */
  readonly header: readonly string[];
  readonly delimiter: Delimiter;
  readonly isDone: boolean;
};

type Json = Readonly<Record<string, unknown>>;

export function progressOf(checkpoint: Json | null): Progress {
  const number = (name: string): number => Number(checkpoint?.[name] ?? 0);
  const header = checkpoint?.['header'];
  return {
    row: number('row'),
    line: number('line'),
    byte: number('byte'),
    resultBytes: number('resultBytes'),
    created: number('created'),
    updated: number('updated'),
    failed: number('failed'),
    header: Array.isArray(header) ? header.map(String) : [],
    delimiter: delimiterOf(String(checkpoint?.['delimiter'])),
    isDone: checkpoint?.['isDone'] === true,
  };
}
