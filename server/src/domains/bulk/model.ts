import { fileName } from '../../platform/files/index.ts';
import type { Job } from '../../platform/jobs/index.ts';
import type { Scope } from '../../platform/scope.ts';
import type { Permission } from '../../rules/access/permissions.ts';
import { TIERS, type Tier } from '../../rules/access/tiers.ts';
import type { ExportFilter } from '../../rules/bulk/bulk-type.ts';
import { BULK_FORMATS, type BulkFormat } from './file-rows.ts';
import { BULK_TYPES, bulkTypeNamed } from './types.ts';

export const BULK_DIRECTIONS = ['IMPORT', 'EXPORT'] as const;
export type BulkDirection = (typeof BULK_DIRECTIONS)[number];

/** Subject of a bulk job. */
export type BulkTask = {
  readonly direction: BulkDirection;
  /** Name of a bulk type. */
  readonly type: string;
  readonly format: BulkFormat;
  readonly isDryRun: boolean;
  /** Tier whose ceilings hold for its files. */
  readonly tier: Tier;
  /** Tier of the key that exports, whose limit of rows holds; the operator has none. */
  readonly keyTier?: Tier | undefined;
  /** Settings of an import of a file as a whole. */
  readonly settings?: Readonly<Record<string, unknown>> | undefined;
  /** The rows of an export. */
  readonly filter?: ExportFilter | undefined;
};

export type BulkJob = Job & BulkTask & RowCounts;

type RowCounts = { readonly created: number; readonly updated: number };

/** Retention of the files of a job after they were written, in days. */
export const FILES_KEPT_DAYS = 7;

export function jobKindOf(direction: BulkDirection, type: string): string {
  return `${direction}_${type}`;
}

/** The job as a bulk job; undefined when it is of another kind. */
export function bulkJobOf(job: Job): BulkJob | undefined {
  for (const direction of BULK_DIRECTIONS) {
    const type = [...BULK_TYPES.keys()].find((name) => jobKindOf(direction, name) === job.kind);
    if (type === undefined) continue;
    const format = BULK_FORMATS.find((candidate) => candidate === job.input['format']) ?? 'JSONL';
    const isDryRun = job.input['isDryRun'] === true;
    const settings = settingsOf(job.input['settings']);
    const tier = TIERS.find((candidate) => candidate === job.input['tier']) ?? 'FREE';
    const keyTier = TIERS.find((candidate) => candidate === job.input['keyTier']);
    const filter = filterOf(job.input['filter']);
    const task = { direction, type, format, isDryRun, tier, keyTier, settings, filter };
    return { ...job, ...task, ...rowCountsOf(job) };
  }
  return undefined;
}

/** Rows of an import that made or changed something, by its checkpoint. */
export function rowCountsOf({ checkpoint }: Job): RowCounts {
  return {
    created: Number(checkpoint?.['created'] ?? 0),
    updated: Number(checkpoint?.['updated'] ?? 0),
  };
}

function settingsOf(value: unknown): BulkTask['settings'] {
  return typeof value === 'object' && value !== null
    ? Object.fromEntries(Object.entries(value))
    : undefined;
}

/** The filter that the job has as JSON. */
function filterOf(value: unknown): ExportFilter {
  const conditions = Object.entries(settingsOf(value) ?? {}).map(([name, given]) => [
    name,
    typeof given === 'string' && /(Since|Until)$/.test(name) ? new Date(given) : given,
  ]);
  return Object.fromEntries(conditions);
}

/** Permission to run a job. */
export function permissionToRun(direction: BulkDirection, type: string): Permission {
  const { read, write } = bulkTypeNamed(type).permissions;
  return direction === 'IMPORT' ? write : read;
}

/** A key with one of these permissions sees the job and its results. */
export function permissionsToSee(direction: BulkDirection, type: string): Permission[] {
  const { read, write } = bulkTypeNamed(type).permissions;
  return direction === 'IMPORT' ? [write, read] : [read];
}

export const FILE_PARTS = ['upload', 'result', 'download'] as const;
export type FilePart = (typeof FILE_PARTS)[number];

export function fileOf(
  job: { readonly scope: Scope; readonly id: string },
  part: FilePart,
): string {
  return fileName(job.scope, job.id, part);
}
