/**
 * German and Dutch compounds: the last part is the thing, the part before it says of what or for what.
 * `Holzlöffel` is of wood, `Druckerpapier` is paper.
 */

/** Readings of a folded compound as materials, best first: of what it is, then the kind of material that it is. */
export function compoundReadings(folded: string): string[] {
  if (folded.includes(' ')) return [];
  return [...beforeGoods(folded), ...headOf(folded)];
}

function beforeGoods(word: string): string[] {
  const goods = GOODS.find((end) => word.endsWith(end) && word.length >= end.length + LEAST);
  if (goods === undefined) return [];
  const first = word.slice(0, -goods.length);
  return [
    first,
    // `Woll-` is of `Wolle`; `Seiden-` and `Leinens-` have letters between the parts.
    `${first}e`,
    first.replace(/[sn]$/, ''),
    first.replace(/(?<=.{3})en$/, 'e'),
    // The thing may be a compound itself: `Lederhandtasche`.
    ...OF.filter((material) => first.startsWith(material)),
  ];
}

function headOf(word: string): string[] {
  const head = HEADS.find((end) => word.endsWith(end) && word.length >= end.length + LEAST);
  if (head === undefined) return [];
  const first = word.slice(0, -head.length);
  return IMITATIONS.some((beginning) => first.startsWith(beginning)) ? [] : [head];
}

/** Letters of the shortest first part: `Woll`, `Glas`, `rvs`. */
const LEAST = 3;

/** Things that are made of the part before them. Their making is more than a shape, so that the material is a proxy. */
const GOODS = (
  'pullover pulli jacke mantel hemd hose rock kleid socken socke strumpf schal mutze handschuh ' +
  'handschuhe decke tuch bettwasche vorhang teppich kissen futter sohle schuh schuhe tasche gurtel ' +
  'loffel messer gabel topf topfe pfanne schussel teller tasse schale kanne vase ring kette knopf knopfe ' +
  'schraube schrauben nagel feder federn draht seil netz blech folie rolle korb kasten schachtel karton ' +
  'tute sack stuhl tisch regal schrank bank bett tur fenster zaun boden spielzeug figur puppe ball ' +
  'schlauch dichtung matte burste besen kamm trui jas broek rok jurk sokken sjaal muts handschoen deken ' +
  'doek tapijt kussen zool schoen schoenen tas riem lepel mes vork pan kom bord vaas ring ketting knoop ' +
  'schroef schroeven nagel draad touw folie mand doos stoel tafel kast deur speelgoed slang borstel'
)
  .split(' ')
  .sort(longestFirst);

/** Materials that things are made of as a whole, as the first part of a compound. */
const OF = (
  'leder holz glas stahl edelstahl aluminium kupfer messing eisen gummi kunststoff plastik papier keramik ' +
  'baumwoll leinen seiden leer hout staal koper katoen'
).split(' ');

/** Materials and products of which many kinds are written in one word. */
const HEADS = (
  'glas papier holz stahl leder garn gewebe karton pappe gummi beton keramik blech hout staal leer garen ' +
  'rubber folie umschlag batterie akku kabel batterij accu'
)
  .split(' ')
  .sort(longestFirst);

/** `Kunstleder` is no leather, `Plexiglas` no glass, `Dachpappe` no board, `Schaumstoff` no fabric. */
const IMITATIONS =
  'kunst plexi acryl imitat dach schleif sand moos brillen kirschen suss voll'.split(' ');

function longestFirst(one: string, other: string): number {
  return other.length - one.length;
}
