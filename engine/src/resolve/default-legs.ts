import { inWords } from '../in-words.ts';
import { isEuropean } from '../library/regions.ts';
import type { TransportLeg } from '../product.ts';
import { type Draft, decide, type Place } from './draft.ts';
import { resolveTransport } from './resolve-transport.ts';

/** PEF default for suppliers in Europe: lorry, train and barge. */
const WITHIN_EUROPE: readonly TransportLeg[] = [
  { method: 'ROAD', distanceKm: 130 },
  { method: 'RAIL', distanceKm: 240 },
  { method: 'INLAND_WATERWAY', distanceKm: 270 },
];

/** PEF default for suppliers elsewhere, and for who does not say where: lorry and ship. */
const FROM_ELSEWHERE: readonly TransportLeg[] = [
  { method: 'ROAD', distanceKm: 1000 },
  { method: 'SEA', distanceKm: 18_000 },
];

/**
 * Default legs where none are declared (PEF, Annex I to Recommendation (EU) 2021/2279, 4.4.3): in
 * Europe 130 km lorry, 240 km train, 270 km barge; outside 1,000 km lorry, 18,000 km ship.
 */
export function addDefaultLegs(
  draft: Draft,
  place: Place,
  country: string | undefined,
  massKg: number,
): void {
  const isNear = country !== undefined && isEuropean(country);
  const legs = isNear ? WITHIN_EUROPE : FROM_ELSEWHERE;
  const first = draft.flows.length;
  for (const leg of legs) {
    const label = `${place.label}, ${inWords(leg.method)} (default)`;
    resolveTransport(draft, { ...place, label }, leg, massKg);
  }
  const flows = draft.flows.slice(first).map((_, at) => first + at);
  const way = legs.map((leg) => `${leg.distanceKm} km ${leg.method}`).join(' + ');
  const reason = `No transport is declared for ${place.label}: the PEF default for ${country ?? 'an unknown origin'}.`;
  decide(draft, [...place.path, 'transportLegs'], way, reason, 'PEF default distances', flows);
}
