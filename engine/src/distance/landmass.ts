import { regionOf } from '../library/regions.ts';

/**
 * Countries that no road, railway, tunnel or lorry ferry connects to the continent of their region.
 * The Channel, the ferries to Ireland, Malta and Cyprus and the bridges of Singapore, Bahrain, Hong
 * Kong and Macao count as connections. One name represents each connected group.
 */
const ISLANDS: Readonly<Record<string, string>> = {
  japan: 'JP',
  taiwan: 'TW',
  philippines: 'PH',
  indonesia: 'ID TL',
  'sri-lanka': 'LK',
  maldives: 'MV',
  iceland: 'IS',
  faroe: 'FO',
  greenland: 'GL',
  svalbard: 'SJ',
  bermuda: 'BM',
  'saint-pierre': 'PM',
  madagascar: 'MG',
  mauritius: 'MU',
  reunion: 'RE',
  seychelles: 'SC',
  comoros: 'KM',
  mayotte: 'YT',
  'cape-verde': 'CV',
  'sao-tome': 'ST',
  'saint-helena': 'SH',
  cuba: 'CU',
  jamaica: 'JM',
  hispaniola: 'HT DO',
  'puerto-rico': 'PR',
  bahamas: 'BS',
  trinidad: 'TT',
  falklands: 'FK',
  australia: 'AU',
  'new-zealand': 'NZ',
  'new-guinea': 'PG',
};

const ISLAND_OF = new Map(
  Object.entries(ISLANDS).flatMap(([island, countries]) =>
    countries.split(' ').map((country): [string, string] => [country, island]),
  ),
);

const SMALL_ISLANDS = new Set(
  'AG AI AW BB BL BQ CW DM GD GP KN KY LC MF MQ MS SX TC VC VG VI'.split(' '),
);

/** No road or railway crosses the Darién between Panama and Colombia. */
const SOUTH_AMERICA = new Set('AR BO BR CL CO EC GF GY PE PY SR UY VE'.split(' '));

const CONTINENT_OF: Readonly<Record<string, string>> = {
  'region:europe': 'eurasia-africa',
  'region:middle-east': 'eurasia-africa',
  'region:asean': 'eurasia-africa',
  'region:asia': 'eurasia-africa',
  'region:africa': 'eurasia-africa',
  'region:north-america': 'north-america',
  'region:latin-america-and-caribbean': 'north-america',
};

/** Land that hangs together, by a name of its own; undefined for a country that is not known. */
function landmassOf(country: string): string | undefined {
  const island = ISLAND_OF.get(country);
  if (island !== undefined) return island;
  const region = regionOf(country);
  if (region === undefined) return undefined;
  if (region === 'region:oceania' || SMALL_ISLANDS.has(country)) return `island:${country}`;
  return SOUTH_AMERICA.has(country) ? 'south-america' : CONTINENT_OF[region];
}

/** True if goods can go by land, also if one of the countries is unknown. */
export function isJoinedByLand(from: string, to: string): boolean {
  if (from === to) return true;
  const [start, end] = [landmassOf(from), landmassOf(to)];
  return start === undefined || end === undefined || start === end;
}
