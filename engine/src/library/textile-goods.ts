/**
 * Garments and household textiles that are named by their fibre: `cotton shirt` is cotton fabric, not fibre.
 */

/** The fabric of a fibre for a thing in the words of a name; undefined for other things and fibres. */
export function fabricFor(words: readonly string[], fibreKey: string): string | undefined {
  const fabrics = FABRICS.get(fibreKey);
  if (fabrics === undefined) return undefined;
  if (words.some((word) => isOf(word, KNITTED))) return fabrics.knitted;
  return words.some((word) => isOf(word, WOVEN)) ? fabrics.woven : undefined;
}

/** A word of the list, or a German or Dutch compound that ends with one: `Baumwollhemd`. */
function isOf(word: string, goods: readonly string[]): boolean {
  return goods.some(
    (good) => word === good || (word.endsWith(good) && word.length >= good.length + 4),
  );
}

/** Keys of the catalogue by the key of the fibre. */
const FABRICS: ReadonlyMap<string, { readonly woven: string; readonly knitted: string }> = new Map(
  Object.entries({
    'cotton fibre': ['cotton fabric woven', 'cotton fabric knitted'],
    'polyester fibre': ['polyester fabric woven', 'polyester fabric knitted'],
    wool: ['wool fabric', 'wool fabric'],
    'merino wool': ['wool fabric', 'wool fabric'],
    linen: ['linen fabric', 'linen fabric'],
    silk: ['silk fabric', 'silk fabric'],
    viscose: ['viscose fabric', 'viscose fabric'],
    modal: ['modal fabric', 'modal fabric'],
    lyocell: ['lyocell fabric', 'lyocell fabric'],
    'acrylic fibre': ['acrylic fabric', 'acrylic fabric'],
    'hemp fibre': ['hemp fabric', 'hemp fabric'],
  }).map(([fibre, [woven = '', knitted = '']]) => [fibre, { woven, knitted }]),
);

const KNITTED = (
  't-shirt tshirt tee sweater jumper pullover cardigan sock socks stocking stockings tights beanie ' +
  'underwear briefs leggings hoodie sweatshirt polo pulli strickjacke socke socken strumpf strumpfhose mutze ' +
  'unterwasche tricot chaussette chaussettes collant bonnet jersey camiseta calcetin calcetines medias ' +
  'maglione maglia maglietta calza calze calzini berretto trui sokken muts ondergoed'
).split(' ');

const WOVEN = (
  'shirt shirts blouse trousers pants chinos dress skirt jacket coat scarf towel towels blanket blankets curtain ' +
  'curtains bedding linens pillowcase tablecloth napkin napkins apron bedsheet bedsheets duvet shawl tie kimono ' +
  'hemd bluse hose kleid rock jacke mantel schal handtuch tuch decke vorhang bettwasche tischdecke schurze ' +
  'chemise chemisier pantalon robe jupe veste manteau echarpe serviette couverture rideau drap nappe tablier ' +
  'camisa blusa pantalones vestido falda chaqueta abrigo bufanda toalla manta cortina sabana mantel ' +
  'camicia camicetta pantaloni vestito gonna giacca cappotto sciarpa asciugamano coperta tenda lenzuolo tovaglia ' +
  'overhemd bloes broek jurk rok jas sjaal handdoek deken gordijn beddengoed tafelkleed laken'
).split(' ');
