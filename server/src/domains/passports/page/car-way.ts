import { equivalenciesOf } from '@trackway/engine';
import type { Equivalencies } from '../../equivalencies/index.ts';
import type { DppContent } from '../model.ts';
import { numberIn, objectIn } from '../projections/content.ts';
import type { CarWay } from './footprint-section.ts';

/** The way by car that emits as much as the footprint of a passport; undefined below a kilometre. */
export function carWayOf(
  content: DppContent,
  { tables, library }: Equivalencies,
): CarWay | undefined {
  const co2eKg = numberIn(objectIn(content, 'footprint'), 'co2eKg');
  if (co2eKg === undefined) return undefined;
  const [way] = equivalenciesOf({ CLIMATE: co2eKg }, tables, library, { kinds: ['CAR_KM'] });
  if (way === undefined || way.roundedAmount < 1) return undefined;
  return { km: way.roundedAmount, region: way.region, year: way.year };
}
