import type { FactorLibrary, Gazetteer } from '@trackway/engine';
import type { Context } from '../../rules/context.ts';
import { libraryOf } from '../factors/index.ts';

/** Data of every calculation in addition to its inputs; immutable, shared by all requests. */
export type EngineData = { readonly library: FactorLibrary; readonly gazetteer: Gazetteer };

/**
 * The same for one organization: its own factor sets and the packs that it enabled take precedence.
 * Call it before a transaction begins: it takes a connection of its own.
 */
export async function engineOf({ db, scope, services }: Context): Promise<EngineData> {
  const library = await libraryOf(db, scope, services.factors);
  return { library, gazetteer: services.gazetteer };
}
