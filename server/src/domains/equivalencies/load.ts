import { readdir } from 'node:fs/promises';
import {
  EQUIVALENCY_DIRECTIONS,
  EQUIVALENCY_INDICATORS,
  EQUIVALENCY_KINDS,
  EQUIVALENCY_LOCALES,
  type EquivalencyKind,
  type EquivalencyLocale,
  type EquivalencyRow,
  type EquivalencyTables,
  type EquivalencyText,
  type FactorLibrary,
} from '@trackway/engine';
import type { Db } from '../../platform/database/index.ts';
import {
  cell,
  DATA_FOLDER,
  loadGridLibrary,
  numberCell,
  readTable,
  type TableLine,
} from '../factors/index.ts';

declare module '../../rules/context.ts' {
  interface Services {
    readonly equivalencies: Equivalencies;
  }
}

/** The tables, and the factors of the library that they need. */
export type Equivalencies = {
  readonly tables: EquivalencyTables;
  readonly library: FactorLibrary;
};

const TEXTS = 'texts.csv';

let loading: Promise<EquivalencyTables> | undefined;

/** The sets of `data/equivalencies`, read once: about 30 rows and 120 sentences. */
export function loadEquivalencies(): Promise<EquivalencyTables> {
  loading ??= readAll(new URL('equivalencies/', DATA_FOLDER));
  return loading;
}

export async function openEquivalencies(db: Db): Promise<Equivalencies> {
  const tables = await loadEquivalencies();
  const sourceIds = tables.rows.flatMap(({ factorIds = [] }) => factorIds);
  return { tables, library: await loadGridLibrary(db, sourceIds) };
}

async function readAll(folder: URL): Promise<EquivalencyTables> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.csv') && name !== TEXTS);
  const sets = await Promise.all(
    files.sort().map(async (name) => {
      const lines = await readTable(new URL(name, folder));
      return lines.map((line) => rowOf(name.slice(0, -'.csv'.length), line));
    }),
  );
  return { rows: sets.flat(), texts: textsOf(await readTable(new URL(TEXTS, folder))) };
}

function rowOf(set: string, line: TableLine): EquivalencyRow {
  const factors = cell(line, 'factors');
  return {
    set,
    kind: wordOf(EQUIVALENCY_KINDS, line, 'kind'),
    indicator: wordOf(EQUIVALENCY_INDICATORS, line, 'indicator'),
    direction: wordOf(EQUIVALENCY_DIRECTIONS, line, 'direction'),
    region: cell(line, 'region'),
    isLocal: cell(line, 'is_local') === 'yes',
    year: Number(cell(line, 'year')),
    value: numberCell(line, 'per_unit'),
    energyKwh: numberCell(line, 'kwh_per_unit'),
    factorIds: factors === '' ? undefined : factors.split('|'),
    derivation: cell(line, 'derivation'),
    source: cell(line, 'source'),
    sourceUrl: cell(line, 'source_url'),
    licence: cell(line, 'licence'),
    note: cell(line, 'note'),
  };
}

function textsOf(lines: readonly TableLine[]): EquivalencyTables['texts'] {
  const texts = new Map<EquivalencyKind, Map<EquivalencyLocale, EquivalencyText>>();
  for (const line of lines) {
    const kind = wordOf(EQUIVALENCY_KINDS, line, 'kind');
    const ofKind = texts.get(kind) ?? new Map<EquivalencyLocale, EquivalencyText>();
    texts.set(kind, ofKind.set(wordOf(EQUIVALENCY_LOCALES, line, 'locale'), textOf(line)));
  }
  return texts;
}

function textOf(line: TableLine): EquivalencyText {
  const categories = ['one', 'few', 'many', 'other'] as const;
  return Object.fromEntries(
    categories.flatMap((category) => {
      const sentence = cell(line, category);
      return sentence === '' ? [] : [[category, sentence]];
    }),
  );
}

function wordOf<Word extends string>(
  words: readonly Word[],
  line: TableLine,
  column: string,
): Word {
  const text = cell(line, column);
  const word = words.find((known) => known === text);
  if (word === undefined) throw new Error(`${column} of an equivalency is unknown: ${text}.`);
  return word;
}
