import { sql } from 'kysely';
import { anyOf, inScope, type TenantDb } from '../../platform/database/index.ts';
import { decodeId } from '../../platform/ids.ts';
import type { Problem } from '../../rules/errors/api-error.ts';
import { type Path, problem } from '../../rules/inputs/problems.ts';
import { isCountryCode } from '../../rules/values/country-codes.ts';
import { placeCodes } from './load/gazetteer.ts';

/** A `factorId` within a value, with the path to it. */
type FactorReference = { readonly id: string; readonly uuid: string; readonly path: Path };
/** An end of a transport leg whose distance is to be estimated, with the path to it. */
type PlaceReference = { readonly code: string; readonly path: Path };

/** Legs are in lists whose names end with it; `from` and `to` elsewhere are no places. */
const LEGS = /Legs$/;
const ENDS: ReadonlySet<string | number> = new Set(['from', 'to']);

/**
 * Looks up all factors that some values refer to, in one query, and returns the check of one value: a
 * problem for each `factorId` that is neither in the library nor a factor of the organization, and for each
 * place between which a distance cannot be estimated because it is unknown. Ids of another kind are left to the
 * checks of their inputs.
 */
export async function referenceCheck(
  tenant: TenantDb,
  values: readonly unknown[],
): Promise<(value: unknown) => Problem[]> {
  const uuids = new Set(
    values.flatMap((value) => referencesIn(value).factors).map(({ uuid }) => uuid),
  );
  const known = uuids.size === 0 ? new Set() : await findKnown(tenant, [...uuids]);
  const codes = await placeCodes();
  return (value) => {
    const { factors, places } = referencesIn(value);
    return [
      ...factors
        .filter(({ uuid }) => !known.has(uuid))
        .map(({ id, path }) => {
          const message = `There is no emission factor ${id} in the library or among your own factors.`;
          return problem(path, 'NOT_FOUND', message);
        }),
      ...places
        .filter(({ code }) => !codes.has(code) && !isCountryCode(code))
        .map(({ code, path }) => {
          const message = `"${code}" is not a place that Trackway knows: give a country (DE), the UN/LOCODE of a sea port (CNSHA) or an IATA airport (FRA), or declare distanceKm.`;
          return problem(path, 'NOT_FOUND', message);
        }),
    ];
  };
}

/** The uuids of the factors to which a value refers. */
export function factorUuidsIn(value: unknown): string[] {
  return referencesIn(value).factors.map(({ uuid }) => uuid);
}

type References = {
  readonly factors: readonly FactorReference[];
  readonly places: readonly PlaceReference[];
};

function referencesIn(value: unknown): References {
  const factors: FactorReference[] = [];
  const places: PlaceReference[] = [];
  // One path that changes: a file has many rows, and nearly all parts of them refer to nothing.
  const path: (string | number)[] = [];
  const visit = (inner: unknown, mayHavePlaces: boolean): void => {
    if (typeof inner !== 'object' || inner === null) return;
    const isLeg = LEGS.test(String(path.at(-2)));
    // A declared distance needs no places, so they may be any text.
    const isDeclared = isLeg && 'distanceKm' in inner && typeof inner.distanceKm === 'number';
    const arePlaces = mayHavePlaces && !isDeclared;
    const step = (name: string | number, part: unknown): void => {
      path.push(name);
      const isEnd = isLeg && ENDS.has(name);
      if (typeof part !== 'string') visit(part, arePlaces && !isEnd);
      else if (isEnd && arePlaces) places.push({ code: part, path: [...path] });
      else if (name === 'factorId') {
        const uuid = decodeId('factor', part);
        if (uuid !== undefined) factors.push({ id: part, uuid, path: [...path] });
      }
      path.pop();
    };
    if (Array.isArray(inner)) inner.forEach((part, at) => step(at, part));
    else for (const name of Object.keys(inner)) step(name, Reflect.get(inner, name));
  };
  visit(value, true);
  return { factors, places };
}

async function findKnown(
  { db, scope }: TenantDb,
  uuids: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`select id from factors where id = ${anyOf(uuids)}
    union all
    select id from organization_factors
    where ${inScope('organization_factors', scope)} and id = ${anyOf(uuids)}`.execute(db);
  return new Set(rows.map(({ id }) => id));
}
