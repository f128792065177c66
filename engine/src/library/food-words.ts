/** Words of foods: their forms in six languages, and which of them a factor does not depend on. */

/** The English word of a form that the factors of foods name: `geräuchert` → `smoked`. */
export function foodForm(word: string): string | undefined {
  return FORMS.get(word);
}

/** Cut, quality, packing and origin: no factor depends on them. */
export function isFoodDetail(word: string): boolean {
  return DETAILS.has(word) || /^\d+$/.test(word);
}

/** Forms change the mass or take energy; the names of factors write them in several ways. */
const FORMS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    raw: 'raw crudo cruda crus crues rauw rauwe rohe roher rohes',
    canned:
      'canned tinned tin konserve konserven dose conserve boite appertise lata conserva scatola blik ingeblikt',
    cooked:
      'cooked boiled steamed gekocht gekochte gekochter cuit cuite cuits cuites cocido cocida cocidos cocidas cotto cotta cotti cotte gekookt gekookte',
    smoked:
      'smoked gerauchert geraucherte geraucherter raucher fume fumee fumes fumees ahumado ahumada affumicato affumicata gerookt gerookte',
    dried:
      'dried dry dehydrated getrocknet getrocknete getrockneter sec seche sechee seches sechees secs deshydrate seco seca secos secas secco secca secchi secche essiccato gedroogd gedroogde',
    roasted:
      'roasted roast grilled toasted gerostet gerostete grille grillee grilles torrefie torrefies roti tostado tostada tostados asado asada tostato tostata tostati arrosto geroosterd geroosterde gebrand gebrande',
    fried: 'fried gebraten frittiert frit frite frito frita fritto fritta gebakken',
    minced:
      'minced mince ground hack gehackt gehacktes hache hachee picada molida macinata macinato tritata gehakt',
    powder: 'powder pulver poudre polvo polvere poeder powdered',
    salted: 'salted gesalzen sale salee salado salada salato salata gezouten',
    pickled: 'pickled eingelegt saure encurtido sottaceto ingelegd ingelegde marinated marinato',
    puree: 'puree pureed paste concentrate concentrated mark concentre concentrado concentrato',
    cured: 'cured curado curada stagionato',
    wholemeal:
      'wholemeal wholegrain wholewheat vollkorn complet complete integral integrale volkoren',
  }).flatMap(([form, words]) => words.split(' ').map((word): [string, string] => [word, form])),
);

const DETAILS = new Set(
  // English
  (
    'sliced slice slices diced cubed cubes chopped grated shredded peeled pitted shelled unshelled halves halved ' +
    'whole pieces piece chunks strips fillet fillets filet filets boneless skinless bone skin on off lean fat fatty low ' +
    'reduced light extra virgin refined unrefined cold pressed fresh frozen chilled ripe ready washed trimmed drained ' +
    'plain natural pure premium quality class grade large small medium baby leaf leaves bunch stick sticks loaf bar bars ' +
    'tablet block jar bottle bottled can cans pack packet bag sachet tub carton unsalted unsweetened sweetened sugar free ' +
    'free range farmed wild caught vegetable vegan vegetarian italian french spanish greek german dutch british swiss ' +
    'indian thai japanese chinese mexican arabica robusta loose with without and of in for the a brand style type mix fine ' +
    'coarse thick thin classic traditional artisan homemade fairtrade fair trade msc certified white brown red green ' +
    // German
    'scheiben gewurfelt geschnitten gerieben geschalt frisch frische frischer frisches tiefgekuhlt tiefgefroren tk ganz ganze ' +
    'mit ohne haut knochen natur nativ extra weiss rot rote grun grune mager ' +
    // French, Spanish, Italian, Dutch
    'tranche tranches rape rapee pele pelee frais fraiche surgele surgeles congele entier entiere sans avec de du des d la le ' +
    'les au aux a en et blanc blanche rouge vert vierge ' +
    'rodajas lonchas rallado pelado pelada fresco fresca frescos congelado congelada congelados entero entera sin con del y ' +
    'blanco blanca rojo roja verde virgen ' +
    'fette affettato grattugiato pelati pelato surgelato surgelati freschi intero intera senza di da e bianco bianca rosso ' +
    'rossa extravergine ' +
    'plakjes gesneden geraspt geschild vers verse diepvries bevroren hele heel zonder met van wit witte rood rode'
  ).split(' '),
);
