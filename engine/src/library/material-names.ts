/** One form for a name however people write it: `Organic_Cotton` → `organic cotton`. */
export function normalizedName(name: string): string {
  return name
    .toLowerCase()
    .replace(/[_\-/,]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Common names of materials and the name of the material map that each means. */
export const MATERIAL_ALIASES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'aluminium (packaging grade)': ['aluminium', 'aluminum', 'aluminium can', 'aluminium foil'],
    'steel (packaging grade)': ['steel', 'tinplate', 'steel can'],
    'mixed metal': ['metal', 'metals', 'scrap metal'],
    HDPE: ['pe hd', 'high density polyethylene', 'polyethylene high density'],
    'LDPE / LLDPE': ['ldpe', 'lldpe', 'low density polyethylene', 'pe ld'],
    PET: ['polyethylene terephthalate', 'pete'],
    PP: ['polypropylene'],
    PS: ['polystyrene'],
    PVC: ['polyvinyl chloride', 'vinyl'],
    'plastic, unspecified': ['plastic', 'plastics', 'plastic unspecified'],
    'plastic film': ['film', 'plastic bag', 'polybag'],
    'plastic rigid': ['rigid plastic', 'hard plastic'],
    cardboard: ['corrugated cardboard', 'corrugated board', 'carton', 'board', 'paperboard'],
    paper: ['kraft paper'],
    wood: ['timber', 'lumber'],
    bricks: ['brick'],
    'clothing / textile, finished, average fibre mix': [
      'textile',
      'textiles',
      'clothing',
      'fabric',
      'garment',
    ],
    'food and drink, average': ['food', 'food and drink'],
    'IT equipment': ['it', 'computer', 'laptop'],
    'small electrical item': ['electronics', 'small electrical'],
    'large electrical item': ['white goods', 'large electrical'],
    'alkaline battery': ['alkaline batteries'],
    'lithium-ion battery': ['li ion battery', 'lithium battery', 'battery'],
    'NiMH battery': ['nickel metal hydride battery'],
    'cotton fibre': ['cotton', 'cotton fiber', 'conventional cotton'],
    'organic cotton fibre': ['organic cotton', 'organic cotton fiber', 'cotton organic'],
    'polyester fibre': ['polyester', 'polyester fiber', 'pes'],
    wool: ['wool fibre', 'merino', 'merino wool', 'sheep wool'],
    viscose: ['rayon', 'viscose fibre', 'lyocell', 'modal', 'tencel'],
    linen: ['flax', 'flax fibre', 'linen fibre'],
    elastane: ['spandex', 'lycra', 'elastane fibre'],
    'nylon fibre': ['nylon', 'polyamide', 'nylon fiber', 'pa6', 'nylon 6'],
    leather: ['cow leather', 'bovine leather'],
    'natural rubber': ['latex'],
    'bio-based plastics': ['bioplastic', 'pla', 'bio based plastic'],
  }).flatMap(([material, aliases]) =>
    aliases.map((alias): [string, string] => [alias, normalizedName(material)]),
  ),
);

const FINISHED_TEXTILE = 'clothing / textile, finished, average fibre mix';

/**
 * The family whose factor is the flagged proxy of a known name without a factor of its own. Gold,
 * silver and chemicals have no family: any average would be wrong by orders of magnitude.
 */
export const MATERIAL_FAMILIES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    [FINISHED_TEXTILE]: [
      'cotton fibre',
      'organic cotton fibre',
      'polyester fibre',
      'wool',
      'viscose',
      'linen',
      'elastane',
      'nylon fibre',
      'leather',
    ],
    rubber: ['natural rubber'],
    'plastic, unspecified': ['bio-based plastics'],
  }).flatMap(([family, members]) =>
    members.map((member): [string, string] => [normalizedName(member), normalizedName(family)]),
  ),
);

/** Already spun, woven, dyed and sewn: textile process steps on top of it would count twice. */
export const FINISHED_TEXTILE_NAME = normalizedName(FINISHED_TEXTILE);
