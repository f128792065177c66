import type { SourcedFactor } from '@trackway/engine';
import { isImpactCategory } from '../model.ts';

/** A factor of an organization's own set, read from a file and not yet saved. */
export type FactorDraft = Omit<SourcedFactor, 'id' | 'setId'>;

/** Reason why one row of a file cannot be used. */
export type RowProblem = {
  /** Line of the file, counted from 1; of a package with many files, the number of the dataset. */
  readonly line: number;
  /** Id or file name of the row, where it has one. */
  readonly row?: string | undefined;
  readonly message: string;
};

export type ReadRow =
  | {
      readonly factor: FactorDraft;
      readonly line: number;
      /** Interpretations and omissions of the import, in sentences; empty if the row is taken as it is. */
      readonly changes?: readonly string[] | undefined;
    }
  | { readonly problem: RowProblem };

/** Settings for reading a file. */
export type ImportOptions = {
  /** Leave rows out that cannot be used, and cut inputs without a provider off; false refuses the file. */
  readonly isPartial: boolean;
  /** Our column by the header of a table. */
  readonly columns?: ReadonlyMap<string, string> | undefined;
  /** `1,234` is 1.234 if true and 1234 if false; decided by the number itself if undefined. */
  readonly decimalComma?: boolean | undefined;
  /** Sheet of a workbook; the first if undefined. */
  readonly sheet?: string | undefined;
};

/** Fields of a row before validation: texts and numbers by field name. */
export type RawFactor = {
  readonly id?: unknown;
  readonly name?: unknown;
  readonly category?: unknown;
  readonly subcategory?: unknown;
  readonly activity?: unknown;
  readonly unit?: unknown;
  readonly geography?: unknown;
  readonly year?: unknown;
  readonly co2eKgPerUnit?: unknown;
  readonly fossilCo2KgPerUnit?: unknown;
  readonly ch4Co2eKgPerUnit?: unknown;
  readonly n2oCo2eKgPerUnit?: unknown;
  readonly biogenicCo2KgPerUnit?: unknown;
  readonly gwpSet?: unknown;
  readonly indicators?: Readonly<Record<string, unknown>> | undefined;
  readonly details?: Readonly<Record<string, string>> | undefined;
  readonly source?: unknown;
  readonly sourceTable?: unknown;
  readonly sourceReference?: unknown;
  readonly sourceNote?: unknown;
};

const GEOGRAPHY = /^([A-Z]{2}|GLO|RoW|RER|[A-Z]{2}-[A-Za-z0-9-]{1,20}|region:[a-z0-9-]{1,40})$/;
const LONGEST_TEXT = 2000;

/** Believes a row or says everything that is wrong with it, in one sentence per fault. */
export function readDraft(raw: RawFactor, line: number, changes: readonly string[] = []): ReadRow {
  const faults: string[] = [];
  const text = (name: keyof RawFactor, fallback?: string): string => {
    const value = raw[name];
    if (value === undefined || value === null || value === '') {
      if (fallback === undefined) faults.push(`${name} is missing`);
      return fallback ?? '';
    }
    if (typeof value !== 'string' || value.length > LONGEST_TEXT || value.includes('\0')) {
      faults.push(`${name} must be text of at most ${LONGEST_TEXT} characters`);
      return '';
    }
    return value.trim();
  };
  const number = (name: string, value: unknown): number | null => {
    if (value === undefined || value === null || value === '') return null;
    const parsed = typeof value === 'string' ? Number(value) : value;
    if (typeof parsed === 'number' && Number.isFinite(parsed)) return parsed;
    const given = String(value).slice(0, 40);
    faults.push(
      /^[-+]?\d{1,3},\d{3}$/.test(given)
        ? `${name} ${given} can mean ${given.replace(',', '.')} or ${given.replace(',', '')}: set decimalComma`
        : `${name} is not a number: ${given}`,
    );
    return null;
  };
  const amount = (name: keyof RawFactor) => number(name, raw[name]);

  const co2eKgPerUnit = amount('co2eKgPerUnit');
  if (co2eKgPerUnit === null && faults.length === 0) faults.push('co2eKgPerUnit is missing');
  const geography = text('geography', 'GLO');
  if (!GEOGRAPHY.test(geography)) {
    faults.push(`geography ${geography} is not an ISO 3166-1 alpha-2 code, GLO, EU or region:name`);
  }
  const year = amount('year');
  if (year !== null && !(Number.isInteger(year) && year >= 1900 && year <= 2100)) {
    faults.push(`year ${year} is not a year between 1900 and 2100`);
  }
  const indicators: Record<string, number> = {};
  for (const [code, published] of Object.entries(raw.indicators ?? {})) {
    const value = number(code, published);
    if (!isImpactCategory(code)) faults.push(`${code} is not an impact category of EF 3.1`);
    else if (value !== null) indicators[code] = value;
  }
  const factor: FactorDraft = {
    sourceId: text('id'),
    name: text('name'),
    category: text('category', ''),
    subcategory: text('subcategory', ''),
    activity: text('activity', ''),
    unit: text('unit'),
    geography,
    year,
    co2eKgPerUnit: co2eKgPerUnit ?? 0,
    fossilCo2Kg: amount('fossilCo2KgPerUnit'),
    ch4Co2eKg: amount('ch4Co2eKgPerUnit'),
    n2oCo2eKg: amount('n2oCo2eKgPerUnit'),
    biogenicCo2Kg: amount('biogenicCo2KgPerUnit'),
    gwpSet: text('gwpSet', 'not stated'),
    indicators: Object.keys(indicators).length === 0 ? null : indicators,
    details: raw.details ?? null,
    source: text('source', ''),
    sourceTable: text('sourceTable', ''),
    sourceReference: text('sourceReference', ''),
    sourceNote: text('sourceNote', ''),
  };
  if (faults.length === 0) return { factor, line, changes };
  return { problem: { line, row: factor.sourceId || undefined, message: `${faults.join('; ')}.` } };
}
