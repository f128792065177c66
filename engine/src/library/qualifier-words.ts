/**
 * Words next to a material that leave its factor as it is. They are read only after the material was
 * found: some of them are materials themselves (`board`), or part of the name of another (`car battery`).
 */

import { isShape, isState } from './part-words.ts';

/** Parts and goods: `brass hinge`. The shaping is a step of manufacture. */
export function isShapeWord(word: string): boolean {
  return isShape(word) || SHAPES.has(word);
}

/** Colours, finishes, sizes, uses, certificates, prepositions, and codes of a grade or an article. */
export function isStateWord(word: string): boolean {
  return isState(word) || STATES.has(word) || CODE.test(word);
}

/** `v2a`, `6061`, `100cr6`; not `gf30`, which is another compound. */
const CODE = /^(?!(?:gf|cf)\d)[a-z]{0,4}\d[a-z0-9]{0,7}$/;

const SHAPES = new Set(
  // English: parts of products and machines
  (
    'corner mount mounting mounts fitting fittings coupling couplings elbow flange flanges ' +
    'adapter adaptor connector bushing bushings bush washer washers gasket gaskets seal seals ' +
    'gear gears cog sprocket pulley roller rollers bearing bearings shim spacer spacers stud ' +
    'studs nut nuts bolt bolts screw screws rivet rivets staple staples tack tacks fastener ' +
    'fasteners lock latch key keys blade blades cutter bit bits nozzle valve tap faucet hose ' +
    'hoses conduit duct ducts ducting downpipe extrusion extrusions section sections angle ' +
    'channel mesh netting net grating ingot billet slug blank sponge tie ties staves stave ' +
    'enclosure enclosures chassis bezel fascia module unit units assembly assemblies assy kit ' +
    'set sets pair lens dome cone sphere ball balls cube cylinder trim trims edge edging ' +
    'moulding mouldings bumper guard guards shield shields protector protectors ' +
    // English: furniture, building, garden
    'chair chairs bench table tables tabletop worktop countertop desk cabinet cupboard ' +
    'wardrobe bookcase bookshelf headboard bed bedframe armrest armrests castor castors ' +
    'caster casters stool shelving decking deck cladding siding skirting flooring floor tile ' +
    'tiles roof roofing window windows stair stairs tread railing handrail balustrade ' +
    'banister lattice trellis fencing post posts planter planters pallet pallets cask sleeper ' +
    'joist joists batten battens soffit lintel sill windowsill shutter blind blinds birdhouse ' +
    'paver pavers paving kerb ' +
    // English: household, sports, toys, personal
    'skillet saucepan frying wok kettle teapot tumbler carafe decanter jug cutlery forks ' +
    'knife knives chopping cutting tongs whisk grater colander sieve strainer peeler opener ' +
    'corkscrew funnel scoop scraper brush comb dispenser dish toothbrush razor tweezers ' +
    'scissors dishes platter saucer coaster coasters ornament ornaments figurine figurines ' +
    'statue dice puzzle toy toys doll building racket bat club paddle dumbbell kettlebell ' +
    'trophy medal badge pendant earring earrings bracelet necklace bangle chain watch buckle ' +
    'buckles clasp slider eyelet hoop hangers tool tools hammer chisel wrench spanner ' +
    'screwdriver pliers trowel spade shovel rake hoe ruler candlestick lantern lamp lampshade ' +
    'shade mould mold baking ' +
    // German
    'beschlag beschlage scharnier schraube schrauben mutter muttern bolzen unterlegscheibe ' +
    'nagel winkel halter halterung zahnrad welle buchse lager dichtung ventil wasserhahn ' +
    'tischplatte arbeitsplatte stuhl tisch regal schrank messer gabel tasse teller krug figur ' +
    'spielzeug bauklotze pfahl pfosten fliese fliesen ziegel dachziegel ' +
    // French
    'vis ecrou boulon rondelle equerre robinet tuyau raccord vanne engrenage roulement joint ' +
    'plateau chaise etagere meuble couteau fourchette assiette jouet cubes poteau carrelage ' +
    'carreau tuile equerres support ' +
    // Spanish
    'tornillo tornillos tuerca arandela bisagras grifo tuberia manguera valvula engranaje ' +
    'mesa silla estante mueble cuchillo tenedor plato taza jarra figura juguete poste teja ' +
    'baldosa perfil soporte encimera ' +
    // Italian
    'vite viti dado dadi rondella cerniera rubinetto tubazione raccordo valvola ingranaggio ' +
    'tavolo sedia scaffale mobile coltello forchetta piatto tazza caraffa giocattolo palo ' +
    'piastrella piastrelle tegola profilo supporto staffa ripiano ' +
    // Dutch
    'schroef schroeven moer bout kraan leiding koppeling klep tandwiel tafelblad werkblad ' +
    'tafel stoel kast mes vork bord kop kan vaas speelgoed paal tegel tegels dakpan profiel ' +
    'beugel steun blad'
  ).split(' '),
);

const STATES = new Set(
  // English: finishes and ways of making that leave the material as it is
  (
    'coated plated lacquered varnished oiled waxed stained unbleached bleached undyed sanded ' +
    'sandblasted blasted anodised glazed unglazed enamelled engraved embossed textured ' +
    'patterned striped plain smooth rough mirror forged turned milled drilled cnc laser ' +
    'welded seamless drawn stamped bent folded hardened tempered toughened annealed seasoned ' +
    'dried kiln sawn planed untreated treated threaded perforated slotted ribbed grooved ' +
    'double triple wall walled ply plies honeycomb hollow round square rectangular oval hex ' +
    'hexagonal curved straight angled tapered extruded injection blow vacuum thermoformed ' +
    'formed rotational insulated ' +
    // English: sizes, qualities and uses
    'mini micro medium big long short wide narrow heavy light lightweight duty extra super ' +
    'ultra fine coarse soft hard strong rigid premium quality grade class type industrial ' +
    'commercial professional standard custom reusable disposable recyclable certified ' +
    'sustainable ethical responsible traceable indoor outdoor garden gardening kitchen ' +
    'bathroom office home hotel hospital camping marine automotive bicycle bike car sports ' +
    'structural decorative interior exterior ceiling technical replacement genuine original ' +
    'classic modern vintage adult kids childrens child men women unisex euro eur epal fsc ' +
    'pefc gots oeko tex oekotex grs rcs rws bci ocs fairtrade eu european german italian ' +
    'french spanish swiss british american chinese indian turkish portuguese polish swedish ' +
    'finnish danish norwegian japanese amber navy beige ivory purple violet pink turquoise ' +
    'teal anthracite charcoal multicolour multicolored colour color ' +
    // German
    'gebuerstet geburstet lackierte lackierter eloxiert verchromt vernickelt gehartet gebogen ' +
    'gelocht gedreht gefrast gewalzt gezogen geschweisst geschliffen geolt gewachst gebeizt ' +
    'unbehandelt naturbelassen glanzend grau rot blau grun gelb braun schwarze schwarzes ' +
    'schwarzer weisse weisses weisser klar bernstein hochwertig klein gross rund eckig dick ' +
    'dunn massive massiver massives zertifiziert stabil leicht schwer doppelt einfach wellig ' +
    // French
    'brosse brossee anodise chrome nickele emaille emaillee verni vernie huile teinte trempe ' +
    'perfore soude plie tourne simple cannelure cannelures rouge bleu bleue vert verte jaune ' +
    'gris grise marron transparente epais fin petit petite grand grande rond ronde carre ' +
    'carree certifie certifiee souple dur rigide leger lourd ' +
    // Spanish
    'macizo maciza cepillado anodizado cromado niquelado esmaltado barnizado encerado tenido ' +
    'templado perforado soldado doble rojo roja azul verde amarillo grueso fino fina pequeno ' +
    'redondo cuadrado certificado flexible rigido ligero ' +
    // Italian
    'massello massiccio satinato spazzolato anodizzato cromato nichelato smaltato tinto ' +
    'temperato forato saldato piegato doppio doppia semplice rosso rossa blu giallo grigio ' +
    'marrone trasparente spesso sottile piccolo rotondo quadrato certificato flessibile ' +
    'leggero lucidato ' +
    // Dutch
    'massief massieve geborsteld geanodiseerd verchroomd vernikkeld geemailleerd geolied ' +
    'gehard geperforeerd gelast dubbel dubbele enkel rood blauw groen geel grijs bruin ' +
    'transparant dik dun kleine groot grote vierkant gecertificeerd zwaar licht witte zwarte' +
    // Prepositions and articles
    ' with for and of from in to the a an mit fur und aus von im avec pour et en de du des a au con para y per e ' +
    'da di della met voor van uit'
  ).split(' '),
);
