import { t } from '../../language.ts';
/** Columns that an import of products knows, with other names that people give them. */
export const PRODUCT_COLUMNS = [
  [
    'name',
    t('Name'),
    ['product', 'title', 'productname', 'bezeichnung', 'artikelname', 'produkt', 'nom'],
  ],
  ['externalId', t('Your id'), ['id', 'externalid', 'productid', 'articlenumber', 'artikelnummer']],
  ['sku', 'SKU', ['article', 'artikel', 'reference']],
  ['gtin', 'GTIN', ['ean', 'barcode', 'gtin13', 'upc']],
  ['description', t('Description'), ['beschreibung']],
  ['status', t('State'), ['state']],
  [
    'netMassKg',
    t('Net mass, kg'),
    ['mass', 'masskg', 'weight', 'weightkg', 'gewicht', 'gewichtkg', 'netweight', 'poidskg'],
  ],
  ['originCountry', t('Country of origin'), ['country', 'origin', 'madein', 'herkunft']],
  ['materials', t('Materials (cotton:0.15;elastane:0.01)'), ['material', 'composition']],
  ['tags', t('Tags'), []],
  ['sectorTags', t('Sectors'), ['sector', 'category']],
  ['declaredAmount', t('Amount of the declared unit'), []],
  ['declaredUnit', t('Declared unit'), ['unit']],
  ['priceAmount', t('Price'), ['price', 'preis', 'prix']],
  ['priceCurrency', t('Currency'), ['currency']],
  ['components', t('Components (JSON)'), []],
  ['packaging', t('Packaging (JSON)'), []],
  ['processSteps', t('Process steps (JSON)'), []],
  ['transportLegs', t('Transport legs (JSON)'), []],
  ['useProfile', t('Use (JSON)'), []],
  ['endOfLife', t('End of life (JSON)'), []],
  ['lifetime', t('Lifetime (JSON)'), []],
] as const satisfies readonly (readonly [string, string, readonly string[]])[];

/** The known column that a header probably means; each is given once. */
export function guessColumns(header: readonly string[]): (string | undefined)[] {
  const taken = new Set<string>();
  return header.map((cell) => {
    const plain = cell.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
    const found = PRODUCT_COLUMNS.find(
      ([name, , others]) =>
        !taken.has(name) &&
        (name.toLowerCase() === plain || others.some((other) => other === plain)),
    );
    if (found !== undefined) taken.add(found[0]);
    return found?.[0];
  });
}
