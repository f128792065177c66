import { hash } from 'node:crypto';
import {
  assumedDistributionCo2eKg,
  type FactorLibrary,
  type Footprint,
  type Gazetteer,
  LIFECYCLE_PHASES,
  type MeasurementGain,
  measurementGains,
  useSha256,
} from '@trackway/engine';
import type { TenantDb } from '../../platform/database/index.ts';
import { packJson, packLargeJson } from '../../platform/json/index.ts';
import { Task, type Tools } from '../../rules/jobs/compute.ts';
import { type LibraryParts, libraryOf, libraryParts } from '../factors/index.ts';
import type { Subject } from './model.ts';

useSha256((text) => hash('sha256', text));

/** The factors and places that calculations of an organization read; immutable. */
export type EngineData = {
  readonly library: FactorLibrary;
  readonly gazetteer: Gazetteer;
  /** The own sets and packs of the library. */
  readonly parts: LibraryParts;
  /** The library with the own sets and packs of an earlier time. */
  readonly libraryWith: (parts: LibraryParts) => Promise<FactorLibrary>;
};

/** The organization's own factor sets and the packs that it switched on come first in the library. */
export async function engineOf(tools: Tools, tenant: TenantDb): Promise<EngineData> {
  const libraryWith = (parts: LibraryParts) => libraryOf(tenant, tools.factors, parts);
  const parts = await libraryParts(tenant);
  return { library: await libraryWith(parts), gazetteer: tools.gazetteer, parts, libraryWith };
}

type WithEngine<Input, Output> = (
  engine: EngineData,
  tenant: TenantDb,
  input: Input,
) => Promise<Output>;

/** A task that calculates with the engine of the organization. */
export function engineTask<Input, Output>(
  name: string,
  perform: WithEngine<Input, Output>,
): Task<Input, Output> {
  return new Task(name, async (tools: Tools, tenant: TenantDb, input: Input) =>
    perform(await engineOf(tools, tenant), tenant, input),
  );
}

/** A footprint on its way into the database: a thread packs its large parts. */
export type PackedFootprint = Subject &
  Pick<Footprint, 'detail' | 'co2eKg' | 'snapshotHash'> & {
    readonly assumedDistributionCo2eKg: number;
    /** In kg CO2e, in the order of LIFECYCLE_PHASES. */
    readonly phases: readonly number[];
    /** The largest gains of measuring a factor; null for a BASIC result. */
    readonly measurementGains: readonly MeasurementGain[] | null;
    readonly result: Uint8Array;
    readonly snapshot: Uint8Array;
    /** `CalculationInputs` as packed JSON; null if they are not kept. */
    readonly inputs: Uint8Array | null;
  };

/** Of one result: three times the largest product (docs/decisions/0187-size-of-calculations.md). */
export const MAX_RESULT_CHARACTERS = 12_000_000;

/** From about a megabyte of JSON. */
const LARGE_CONTRIBUTIONS = 1_500;

/** Gains kept per result: those after it are of a few per cent. */
const MOST_GAINS = 10;

export function pack(
  subject: Subject,
  { snapshot, ...result }: Footprint,
  inputs: Uint8Array | null = null,
): PackedFootprint {
  const { detail, co2eKg, snapshotHash, contributions } = result;
  const packed = contributions.length < LARGE_CONTRIBUTIONS ? packJson : packLargeJson;
  return {
    ...subject,
    detail,
    co2eKg,
    snapshotHash,
    assumedDistributionCo2eKg: assumedDistributionCo2eKg(result),
    phases: amountsByPhase(result.phases),
    measurementGains: result.full && measurementGains(result).slice(0, MOST_GAINS),
    result: packed(result),
    snapshot: packed(snapshot),
    inputs,
  };
}

/** Amounts of all phases in kg CO2e, in the order of LIFECYCLE_PHASES. */
export function amountsByPhase(phases: Footprint['phases']): number[] {
  const byPhase = new Map(phases.map(({ phase, co2eKg }) => [phase, co2eKg]));
  return LIFECYCLE_PHASES.map((phase) => byPhase.get(phase) ?? 0);
}
