import type { graphql } from '../../api/graphql.ts';
import { t } from '../../language.ts';
import { choiceCell, numberCell, textCell } from './cells.ts';
import type { Cell } from './rows-editor.tsx';

type TransportLeg = ReturnType<typeof graphql.scalar<'TransportLegInput'>>;

export const TRANSPORT_METHODS = [
  'AIR',
  'CABLEWAY',
  'HUB',
  'INLAND_WATERWAY',
  'PARCEL',
  'PIPELINE',
  'RAIL',
  'ROAD',
  'SEA',
  'UNKNOWN',
] as const satisfies readonly TransportLeg['method'][];

/** A transport leg of a product, or of a flow of a supply chain. */
export const LEG_CELLS: readonly Cell<TransportLeg>[] = [
  choiceCell('method', t('Mode'), TRANSPORT_METHODS),
  textCell('from', t('From')),
  textCell('to', t('To')),
  numberCell('distanceKm', t('Distance, km')),
];
