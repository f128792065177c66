import type { FactorLibrary, Gazetteer } from '@trackway/engine';

/** What every calculation reads beside its inputs; immutable, shared by all requests. */
export type EngineData = { readonly library: FactorLibrary; readonly gazetteer: Gazetteer };

declare module '../../graphql/context.ts' {
  interface Services {
    readonly engine: EngineData;
  }
}
