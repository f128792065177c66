import { regionOf } from '../library/regions.ts';

/**
 * Countries that no road, railway, tunnel or lorry ferry connects to the continent of their region; those
 * of one entry share an island. The Channel, the ferries to Ireland, Malta and Cyprus and the bridges of
 * Singapore, Bahrain, Hong Kong and Macao count as connections; the border between the Koreas is closed.
 */
const ISLANDS =
  'JP,KR,TW,PH,ID TL,LK,MV,IS,FO,GL,SJ,BM,PM,MG,MU,RE,SC,KM,YT,CV,ST,SH,CU,JM,HT DO,PR,BS,TT,FK,AU,NZ,PG,AG,AI,AW,BB,BL,BQ,CW,DM,GD,GP,KN,KY,LC,MF,MQ,MS,SX,TC,VC,VG,VI'.split(
    ',',
  );

const ISLAND_OF = new Map(
  ISLANDS.flatMap((island) =>
    island.split(' ').map((country): [string, string] => [country, island]),
  ),
);

/** No road or railway crosses the Darién between Panama and Colombia. */
const SOUTH_AMERICA = new Set('AR BO BR CL CO EC GF GY PE PY SR UY VE'.split(' '));

const AMERICAS = new Set(['region:north-america', 'region:latin-america-and-caribbean']);

/** Land that hangs together, by a name of its own; undefined for a country that is not known. */
function landmassOf(country: string): string | undefined {
  const island = ISLAND_OF.get(country);
  if (island !== undefined) return island;
  if (SOUTH_AMERICA.has(country)) return 'south-america';
  const region = regionOf(country);
  if (region === undefined) return undefined;
  if (region === 'region:oceania') return country;
  return AMERICAS.has(region) ? 'north-america' : 'eurasia-africa';
}

/** True if goods can go by land, also if one of the countries is unknown. */
export function isJoinedByLand(from: string, to: string): boolean {
  if (from === to) return true;
  const [start, end] = [landmassOf(from), landmassOf(to)];
  return start === undefined || end === undefined || start === end;
}
