/**
 * A part that is named by its material and its shape: `steel frame`, `Aluminiumgehäuse`. The shape
 * says nothing about the material; its making is a step of manufacture, not part of the factor.
 */

/** A folded name without shapes, colours and sizes; undefined if nothing is left or nothing was there. */
export function withoutPartWords(folded: string): string | undefined {
  const words = folded.split(' ');
  const rest = words.filter((word) => !SHAPES.has(word) && !isState(word));
  if (rest.length === 0) return undefined;
  return rest.length < words.length ? rest.join(' ') : beforeEnding(folded);
}

/** A folded name without colours, sizes, coats and states, which no factor depends on: `frozen peas`. */
export function withoutStates(folded: string): string {
  const rest = wordsWithoutMeasures(folded).filter((word) => !isState(word));
  return rest.length === 0 ? folded : rest.join(' ');
}

/** The words of a folded name without thin layers and measures. */
export function wordsWithoutMeasures(folded: string): string[] {
  return folded
    .replace(COAT, ' ')
    .replace(MEASURE, ' ')
    .split(' ')
    .filter((word) => word !== '');
}

/** German and Dutch write the shape in one word with the material: `Aluminiumgehäuse`. */
export function beforeEnding(word: string): string | undefined {
  const ending = COMPOUND_ENDINGS.find((end) => word.endsWith(end) && word.length > end.length + 3);
  return ending === undefined ? undefined : word.slice(0, -ending.length).replace(/(?<=n)s$/, '');
}

export function isShape(word: string): boolean {
  return SHAPES.has(word);
}

export function isState(word: string): boolean {
  return STATES.has(word) || SIZE.test(word);
}

/** `chrome plated brass`, `melamine faced MDF`: the layer is thin. `self-adhesive`, `non-stick`: a property. */
const COAT =
  /\b\p{L}+ (plated|coated|finished|lacquered|enamelled|faced|veneered|insulated|coloured|colored)\b|\b(self adhesive|non stick|non slip|heavy duty|(water|solvent|oil) (based|borne)|single use|food grade|(for|to) \p{L}+)\b/gu;

/** `18 mm`, `1.5 kg`, `80 g/m²`, `3-ply`; the point is a space in a folded name. */
const MEASURE =
  /\b\d+( \d+)? ?(g m2|gr m2|mm|cm|m|g|kg|ml|cl|l|gsm|um|in|inch|oz|ply|micron|den|denier|pcs|mah|ah|wh|kwh|w|v)\b/g;

/** `18mm`, `200gsm` */
const SIZE = /^\d+(g m2|gr m2|mm|cm|m|g|kg|ml|l|gsm|um|in)$/;

const SHAPES = new Set(
  // English: shapes and parts
  (
    'part parts component components piece pieces housing casing case frame frames handle handles ' +
    'knob knobs cover covers body base foot feet leg legs shell ring rings disc disk bracket ' +
    'brackets holder insert inlay lid top bottom side panel panels sheet sheets sheeting plate ' +
    'plates rod rods bar bars tube tubes tubing pipe pipes block blocks beam beams strip strips ' +
    'profile profiles board boards slab plank planks container containers box boxes tray trays cup ' +
    'cups bottle bottles jar jars bag bags sack pouch pack packaging wrapper wrap sleeve tag tags ' +
    'label labels stuffing filling fill wadding batting sole upper midsole outsole insole strap ' +
    'straps band belt lining liner outer inner pole poles wheel wheels axle tip shaft weight ' +
    'counterweight drum tank basket rack shelf shelves drawer door doors seat back backrest ' +
    'cushion pad pads mat core layer granulate granules pellet pellets powder chips shavings ' +
    'filament film polymer copolymer membrane rim fork saddle grip coil element item goods beads ' +
    // English: vessels, tools and hardware of a household
    'bowl bowls pot pots pan pans lid bucket buckets pail tub ladder hook hooks hinge hinges clip clips ' +
    'clamp stand rail rails pin pins peg pegs spatula ladle spoon spoons vase crate hanger grid grille ' +
    'grate gutter fence mug mugs keycaps cap caps stopper stick sticks ' +
    // German
    'teil teile gehause rahmen griff deckel boden platte platten rohr stange profil block behalter ' +
    'becher dose flasche beutel tute verpackung fuss beine granulat ' +
    'topf pfanne schussel schale eimer leiter haken loffel kiste brett bretter diele leiste leisten ' +
    'gitter bugel stab stabe stuck scheibe zaun ' +
    // French
    'piece cadre boitier poignee tube plaque barre feuille couvercle sac boite granules ' +
    'planche planches panneau bouchon bocal bol seau casserole echelle crochet charniere manche pied ' +
    'pieds tige grille cuillere pot pots bouteille flacon ' +
    // Spanish and Italian
    'pieza marco carcasa tubo placa barra tapa bolsa telaio pezzo lastra piastra ' +
    'tabla tablas tablero panel cubo olla cuchara escalera gancho bisagra mango pata patas varilla ' +
    'rejilla frasco tarro botella hoja lamina ' +
    'tavola tavole pannello secchio pentola cucchiaio scala gancio manico gamba gambe asta griglia ' +
    'barattolo vaso bottiglia foglio tappo ' +
    // Dutch
    'onderdeel buis plaat zak doos plank planken emmer pan pot lepel ladder haak handvat poot poten ' +
    'staaf rooster fles deksel stop kist'
  ).split(' '),
);

const STATES = new Set(
  (
    'white black red blue green grey brown yellow clear transparent coloured dyed printed painted ' +
    'polished brushed moulded molded machined pressed matt glossy thin thick small large flat ' +
    'solid used ready cut chopped sliced diced grated peeled frozen liquid household domestic refill ' +
    'matte gloss satin ' +
    // German, French, Spanish, Italian, Dutch
    'weiss schwarz flussig flussige flussiges massiv lackiert poliert ' +
    'blanc blanche noir noire liquide laque poli peint blanco blanca negro negra liquido pulido pintado ' +
    'bianco bianca nero nera lucido verniciato wit zwart vloeibaar gelakt'
  ).split(' '),
);

const COMPOUND_ENDINGS = (
  'gehause rahmen griff deckel platte platten rohr stange profil behalter becher dose flasche beutel ' +
  'verpackung teile teil granulat eimer leiter haken kiste brett bretter leiste leisten gitter stab ' +
  'scheibe frame buis plaat plank planken emmer beschlag beschlage scharnier scharniere winkel knauf halter blech'
).split(' ');
