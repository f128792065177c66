/**
 * Garments and household textiles that are named by their fibre: `cotton shirt` is cotton fabric, not fibre.
 */

/** A fabric or a yarn of the catalogue. */
export interface TextileOfFibre {
  readonly key: string;
  /** The name is of the fabric or yarn itself, not of a thing that is sewn of it. */
  readonly isKind: boolean;
  /** Words of the name that say so. */
  readonly words: readonly string[];
}

/** The fabric or yarn of a fibre for a thing in the words of a name; undefined for other things and fibres. */
export function fabricFor(words: readonly string[], fibreKey: string): TextileOfFibre | undefined {
  const textiles = TEXTILES.get(fibreKey);
  if (textiles === undefined) return undefined;
  for (const { goods, form, isKind } of GOODS_BY_FORM) {
    const key = textiles[form];
    const said = words.filter((word) => isOf(word, goods));
    if (said.length > 0 && key !== '') return { key, isKind, words: said };
  }
  return undefined;
}

/** A word of the list, or a German or Dutch compound that ends with one: `Baumwollhemd`. */
function isOf(word: string, goods: readonly string[]): boolean {
  return goods.some(
    (good) => word === good || (word.endsWith(good) && word.length >= good.length + 4),
  );
}

interface Textiles {
  readonly woven: string;
  readonly knitted: string;
  readonly yarn: string;
}

/** Keys of the catalogue by the key of the fibre. */
const TEXTILES: ReadonlyMap<string, Textiles> = new Map(
  Object.entries({
    'cotton fibre': ['cotton fabric woven', 'cotton fabric knitted', 'cotton yarn'],
    'organic cotton fibre': ['organic cotton fabric woven', 'organic cotton fabric knitted', ''],
    'polyester fibre': ['polyester fabric woven', 'polyester fabric knitted', 'polyester yarn'],
    'polyester fibre recycled': [
      'recycled polyester fabric woven',
      'recycled polyester fabric knitted',
      '',
    ],
    'nylon fibre': ['nylon fabric', 'nylon fabric', ''],
    wool: ['wool fabric', 'wool fabric', 'wool yarn'],
    'merino wool': ['wool fabric', 'wool fabric', ''],
    linen: ['linen fabric', 'linen fabric', ''],
    silk: ['silk fabric', 'silk fabric', ''],
    viscose: ['viscose fabric', 'viscose fabric', ''],
    modal: ['modal fabric', 'modal fabric', ''],
    lyocell: ['lyocell fabric', 'lyocell fabric', ''],
    'acrylic fibre': ['acrylic fabric', 'acrylic fabric', ''],
    'hemp fibre': ['hemp fabric', 'hemp fabric', 'hemp yarn'],
    jute: ['jute fabric', 'jute fabric', ''],
  }).map(([fibre, [woven = '', knitted = '', yarn = '']]) => [fibre, { woven, knitted, yarn }]),
);

const KNITS = (
  'jersey interlock rib fleece pique knit knits knitted tricot terry sweatshirting strick jerseystoff tricotstoff ' +
  'strickstoff maille tejido punto maglina gebreid tricotstof'
).split(' ');

const WEAVES = (
  'canvas denim twill poplin satin sateen voile muslin gabardine oxford chambray seersucker flannel corduroy velvet ' +
  'gauze percale taffeta chiffon organza crepe georgette drill ticking calico ripstop webbing ribbon fabric cloth ' +
  'textile woven lining damask tweed duck jacquard cheesecloth batiste upholstery ' +
  'stoff gewebe koper kord cord flanell samt popeline batist futterstoff webband ' +
  'tissu toile velours doublure sangle ruban serge popeline flanelle ' +
  'tela lona sarga franela terciopelo forro cinta tessuto tela raso velluto flanella fodera nastro ' +
  'stof weefsel doek flanel fluweel keper voering lint'
).split(' ');

const YARNS =
  'yarn yarns thread threads garn faden zwirn fil filo filato hilo hilado garen draad'.split(' ');

const KNITTED = (
  't-shirt tshirt tee sweater jumper pullover cardigan sock socks stocking stockings tights beanie ' +
  'underwear briefs leggings hoodie sweatshirt polo pulli strickjacke socke socken strumpf strumpfhose mutze ' +
  'unterwasche tricot chaussette chaussettes collant bonnet camiseta calcetin calcetines medias ' +
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

/** Kinds of fabric before things that are sewn. */
const GOODS_BY_FORM: readonly {
  readonly goods: readonly string[];
  readonly form: keyof Textiles;
  readonly isKind: boolean;
}[] = [
  { goods: KNITS, form: 'knitted', isKind: true },
  { goods: WEAVES, form: 'woven', isKind: true },
  { goods: YARNS, form: 'yarn', isKind: true },
  { goods: KNITTED, form: 'knitted', isKind: false },
  { goods: WOVEN, form: 'woven', isKind: false },
];
