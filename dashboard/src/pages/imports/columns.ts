/** Columns that an import of products knows, with other names that people give them. */
export const PRODUCT_COLUMNS = [
  ['name', 'Name', ['product', 'title', 'productname', 'bezeichnung', 'nom']],
  ['externalId', 'Your id', ['id', 'externalid', 'productid', 'articlenumber', 'artikelnummer']],
  ['sku', 'SKU', ['article', 'artikel', 'reference']],
  ['gtin', 'GTIN', ['ean', 'barcode', 'gtin13', 'upc']],
  ['description', 'Description', ['beschreibung']],
  ['status', 'State', ['state']],
  ['netMassKg', 'Net mass, kg', ['mass', 'masskg', 'weight', 'weightkg', 'gewicht', 'netweight']],
  ['originCountry', 'Country of origin', ['country', 'origin', 'madein', 'herkunft']],
  ['materials', 'Materials (cotton:0.15;elastane:0.01)', ['material', 'composition']],
  ['tags', 'Tags', []],
  ['sectorTags', 'Sectors', ['sector', 'category']],
  ['declaredAmount', 'Amount of the declared unit', []],
  ['declaredUnit', 'Declared unit', ['unit']],
  ['priceAmount', 'Price', ['price', 'preis', 'prix']],
  ['priceCurrency', 'Currency', ['currency']],
  ['components', 'Components (JSON)', []],
  ['packaging', 'Packaging (JSON)', []],
  ['processSteps', 'Process steps (JSON)', []],
  ['transportLegs', 'Transport legs (JSON)', []],
  ['useProfile', 'Use (JSON)', []],
  ['endOfLife', 'End of life (JSON)', []],
  ['lifetime', 'Lifetime (JSON)', []],
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
