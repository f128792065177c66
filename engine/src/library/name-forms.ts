/**
 * The forms in which a name is compared, so that spelling, plural, accents, word order and words
 * without a meaning of their own make no difference.
 */

/** Lower case, without accents, words separated by one space: `Crème_fraîche` → `creme fraiche`. */
export function foldedName(name: string): string {
  const lower = name.toLowerCase();
  // Most names are plain: they need no more than their separators made spaces.
  if (PLAIN.test(lower)) return lower.replace(/[^a-z0-9]+/g, ' ').trim();
  return lower
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/ß/g, 'ss')
    .replace(/œ/g, 'oe')
    .replace(/æ/g, 'ae')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** Letters of ASCII alone. */
const PLAIN = /^[\x20-\x7e]*$/;

/** The stems of a folded name in alphabetical order: `carbon fibers` and `Fibre, carbon` agree. */
export function wordKey(folded: string): string {
  return stemsOf(folded).sort().join(' ');
}

/** The same without words that add nothing, such as `virgin` or `raw`; empty when none is left. */
export function coreKey(folded: string): string {
  return wordKey(
    folded
      .split(' ')
      .filter((word) => !NEUTRAL_WORDS.has(word))
      .join(' '),
  );
}

export function stemsOf(folded: string): string[] {
  return folded === '' ? [] : folded.split(' ').map((word) => SPELLINGS.get(word) ?? stemOf(word));
}

/** The name of the material behind a recycled one: `recycled steel`, `rPET`; undefined for others. */
export function recycledBase(folded: string): string | undefined {
  const words = folded.split(' ');
  const rest = words.filter((word) => !RECYCLED_WORDS.has(word));
  if (rest.length < words.length && rest.length > 0) return rest.join(' ');
  const compound = /^recycling(.{4,})$/.exec(folded)?.[1];
  return compound ?? /^r(pet|pe|hdpe|ldpe|pp|ps|pvc|abs|pc)$/.exec(folded)?.[1];
}

/** US and other spellings of words that names are made of. */
const SPELLINGS = new Map(
  Object.entries({
    aluminum: 'aluminium',
    fiber: 'fibre',
    fibers: 'fibre',
    fiberglass: 'fibreglass',
    sulfur: 'sulphur',
    sulfate: 'sulphate',
    sulfuric: 'sulphuric',
    molded: 'moulded',
    colored: 'coloured',
    gray: 'grey',
    tire: 'tyre',
    tires: 'tyre',
    yoghurt: 'yogurt',
    yoghurts: 'yogurt',
    fertilizer: 'fertiliser',
    fertilizers: 'fertiliser',
    galvanized: 'galvanised',
    anodized: 'anodised',
    polyethene: 'polyethylene',
    polypropene: 'polypropylene',
    wooden: 'wood',
    woollen: 'wool',
    woolen: 'wool',
    tinned: 'canned',
    glycerin: 'glycerine',
    peas: 'pea',
    chickpeas: 'chickpea',
    // Adjectives of materials, Dutch and German.
    houten: 'hout',
    stalen: 'staal',
    roestvrijstalen: 'rvs',
    glazen: 'glas',
    katoenen: 'katoen',
    wollen: 'wol',
    leren: 'leer',
    lederen: 'leder',
    papieren: 'papier',
    kartonnen: 'karton',
    koperen: 'koper',
    ijzeren: 'ijzer',
    zilveren: 'zilver',
    zijden: 'zijde',
    rubberen: 'rubber',
    betonnen: 'beton',
    keramische: 'keramiek',
    holzern: 'holz',
    holzerne: 'holz',
    glasern: 'glas',
    ledern: 'leder',
    wollener: 'wolle',
  }),
);

function stemOf(word: string): string {
  if (word.length <= 3) return word;
  // Dutch adjectives of kinds of wood: `eikenhouten`.
  if (word.endsWith('houten')) return word.slice(0, -2);
  if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`;
  if (/(ss|x|ch|sh|zz|o)es$/.test(word)) return word.slice(0, -2);
  return /[^suia]s$/.test(word) ? word.slice(0, -1) : word;
}

const NEUTRAL_WORDS = new Set(
  (
    'raw virgin new pure primary fresh plain average conventional generic standard natural material ' +
    'manufacture production prepacked unspecified mixed market global regular normal food grade ' +
    'neuf neuve vierge brut brute naturel naturelle cru crue moyen moyenne nature preemballe ' +
    'grezzo grezza vergine naturale puro pura virgen vers verse ruw ruwe ' +
    'roh rein neu neue frisch primar 100 of from made de du des d en del di della da in aus van von'
  ).split(' '),
);

const RECYCLED_WORDS = new Set(
  (
    'recycled recycling recyclate secondary reclaimed regenerated pcr postconsumer post consumer ' +
    'recycelt recycelte recyceltes recycelter recycelten rezyklat rezykliert sekundar ' +
    'recycle recyclee recycles recyclees reciclado reciclada riciclato riciclata ' +
    'gerecycled gerecyclede gerecycleerd gerecycleerde'
  ).split(' '),
);
