import type { Scope } from '../../platform/scope.ts';
import type { Tier } from '../../rules/access/tiers.ts';
import { TIER_LIMITS } from './model.ts';

const MIB = 1024 ** 2;
/** Fewer bytes are not worth a measurement. */
const LEAST_WRITTEN = 16 * MIB;
/** An environment of before, whose records were never measured, is measured once it writes. */
const LEAST_WRITTEN_BEFORE_FIRST = MIB;

/** Bytes of the records of an environment: its last measurement, and what was sent since then. */
export type RecordBytes = {
  readonly scope: Scope;
  readonly tier: Tier;
  readonly measured: number;
  readonly measuredAt: Date | null;
  /** Sent by transactions since the measurement. */
  readonly written: number;
};

/** Estimate of the bytes now: what is changed counts as if it were added, until it is measured. */
export function storedBytesOf({ measured, written }: RecordBytes): number {
  return measured + written;
}

export function maxStoredBytesOf({ tier }: Pick<RecordBytes, 'tier'>): number {
  return TIER_LIMITS[tier].recordBytes;
}

export function isFull(bytes: RecordBytes): boolean {
  return storedBytesOf(bytes) >= maxStoredBytesOf(bytes);
}

/**
 * A measurement reads every row, so it is due when a quarter of what was measured has been written: its time is in
 * proportion to that of the writes. Near the ceiling it is due earlier, so that no change is refused for rows that
 * were only rewritten.
 */
export function isMeasurementDue(bytes: RecordBytes): boolean {
  const { measured, measuredAt, written } = bytes;
  if (measuredAt === null) return written >= LEAST_WRITTEN_BEFORE_FIRST;
  const most = maxStoredBytesOf(bytes);
  const nearCeiling = Math.max((most - measured) / 2, most / 64);
  return written >= Math.min(Math.max(measured / 4, LEAST_WRITTEN), nearCeiling);
}
