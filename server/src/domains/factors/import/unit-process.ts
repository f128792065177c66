import type { ImpactCategory } from '@trackway/engine';
import type { RawFactor } from './draft.ts';

/** The part of nature that an elementary flow goes to or comes from. */
export type Compartment = 'AIR' | 'WATER' | 'SOIL' | 'RESOURCE' | 'OTHER';

/** A flow between a process and nature, in the unit of the flow. */
export type Intervention = {
  readonly flow: string;
  readonly name: string;
  readonly cas?: string | undefined;
  readonly compartment: Compartment;
  readonly amount: number;
  readonly unit: string;
};

export type ProductExchange = {
  readonly flow: string;
  readonly name: string;
  /** Negative for a product that is avoided. */
  readonly amount: number;
  readonly provider?: string | undefined;
  /** Place of the supplier, for files that link by name and place. */
  readonly location?: string | undefined;
};

/** One product of a process; the first one of a list is the reference. */
export type ProductOutput = {
  readonly flow: string;
  readonly name: string;
  readonly amount: number;
  readonly unit: string;
  /** Share of the process that it carries; all shares add up to 1. */
  readonly share: number;
};

/** A unit process of an inventory database, whatever its file format. */
export type UnitProcess = {
  readonly id: string;
  /** Number of the dataset in the file, from 1. */
  readonly line: number;
  readonly location?: string | undefined;
  /** Name, category, place and year; unit and amounts are filled in by the solution. */
  readonly raw: RawFactor;
  readonly outputs: readonly ProductOutput[];
  /** The process takes waste in as its service. */
  readonly isTreatment: boolean;
  readonly inputs: readonly ProductExchange[];
  readonly wastes: readonly ProductExchange[];
  readonly interventions: readonly Intervention[];
  /** Interpretations that the import made, in sentences for the report. */
  readonly changes: readonly string[];
};

/** One factor of an impact assessment method. */
export type MethodFactor = {
  readonly indicator: ImpactCategory;
  readonly flow: string;
  readonly name: string;
  readonly cas?: string | undefined;
  readonly compartment: Compartment;
  /** Impact per unit of the flow. */
  readonly factor: number;
};

export type ImpactMethod = { readonly name: string; readonly factors: readonly MethodFactor[] };

/** A flow of one nomenclature under its id in another one. */
export type FlowMapping = ReadonlyMap<string, { readonly flow: string; readonly factor: number }>;

/** The compartment that a category path or name speaks of. */
export function compartmentOf(text: string): Compartment {
  if (/resource|raw material|in ground|natural|land (use|occupation|transformation)/i.test(text)) {
    return 'RESOURCE';
  }
  if (/\bair\b|(tropo|strato|atmo)sphere/i.test(text)) return 'AIR';
  if (/water|\bsea\b|ocean/i.test(text)) return 'WATER';
  return /soil|ground/i.test(text) ? 'SOIL' : 'OTHER';
}
