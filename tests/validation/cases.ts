import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BOUNDARIES, type Boundary, type Product, readInventory } from '../../engine/src/index.ts';

const FOLDER = join(import.meta.dirname, '..', '..', 'data', 'validation');

/** A footprint that somebody published. */
export type Published = {
  readonly kgCo2e: number;
  /** Range that the source states, or that several sources span. */
  readonly lowKgCo2e: number | undefined;
  readonly highKgCo2e: number | undefined;
  readonly source: string;
  readonly year: number;
  readonly url: string;
  /** `read`: the figure was seen in the source; `known`: it is common knowledge of the field. */
  readonly evidence: 'read' | 'known';
};

/** A real product: its declaration, and the bill from which we calculate it again. */
export type ValidationCase = {
  readonly id: string;
  readonly group: string;
  readonly name: string;
  readonly referenceFlow: string;
  readonly boundary: Boundary;
  readonly published: Published;
  readonly billSource: string;
  /** Known reason for a difference; empty if none is known. */
  readonly difference: string;
  readonly product: Product;
};

/** All cases, by group and in the order of the files. */
export function readCases(): ValidationCase[] {
  return readdirSync(FOLDER)
    .filter((file) => file.endsWith('.json'))
    .sort()
    .flatMap((file) => {
      const rows: unknown = JSON.parse(readFileSync(join(FOLDER, file), 'utf8'));
      if (!Array.isArray(rows)) throw new Error(`${file} is not a list.`);
      return rows.map((row) => readCase(membersOf(row), file.replace('.json', '')));
    });
}

type Members = Readonly<Record<string, unknown>>;

function readCase(row: Members, group: string): ValidationCase {
  const published = membersOf(row['published']);
  const { product } = readInventory({ product: row['product'] });
  if (product === undefined) throw new Error(`${String(row['id'])} has no product.`);
  return {
    id: textOf(row, 'id'),
    group,
    name: textOf(row, 'name'),
    referenceFlow: textOf(row, 'referenceFlow'),
    boundary: boundaryOf(textOf(row, 'boundary')),
    published: {
      kgCo2e: numberOf(published, 'kgCo2e') ?? Number.NaN,
      lowKgCo2e: numberOf(published, 'lowKgCo2e'),
      highKgCo2e: numberOf(published, 'highKgCo2e'),
      source: textOf(published, 'source'),
      year: numberOf(published, 'year') ?? Number.NaN,
      url: textOf(published, 'url'),
      evidence: textOf(published, 'evidence') === 'read' ? 'read' : 'known',
    },
    billSource: textOf(row, 'billSource'),
    difference: textOf(row, 'difference'),
    product,
  };
}

function membersOf(value: unknown): Members {
  if (typeof value !== 'object' || value === null) throw new Error('A case must be an object.');
  return Object.fromEntries(Object.entries(value));
}

function textOf(row: Members, name: string): string {
  const value = row[name];
  if (typeof value !== 'string') throw new Error(`${name} must be text (${JSON.stringify(row)}).`);
  return value;
}

function numberOf(row: Members, name: string): number | undefined {
  const value = row[name];
  return typeof value === 'number' ? value : undefined;
}

function boundaryOf(text: string): Boundary {
  const boundary = BOUNDARIES.find((candidate) => candidate === text);
  if (boundary === undefined) throw new Error(`${text} is not a boundary.`);
  return boundary;
}
