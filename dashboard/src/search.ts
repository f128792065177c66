/** Texts in the address of a page, such as its filters. */
type TextSearch<Key extends string> = { readonly [key in Key]?: string };

/** Keeps the given texts of an address; a number that somebody typed is a text as well. */
export function textSearch<const Key extends string>(...keys: readonly Key[]) {
  return (search: Readonly<Record<string, unknown>>): TextSearch<Key> => {
    const entries = keys.flatMap((key) => {
      const value = search[key];
      const isText = typeof value === 'string' || typeof value === 'number';
      return isText && value !== '' ? [[key, String(value)]] : [];
    });
    return Object.fromEntries(entries);
  };
}

/** The values that are there, for a filter or an address: both tell a missing key from an undefined one. */
export function given<Values extends object>(
  values: Values,
): { [key in keyof Values]?: Exclude<Values[key], undefined> } {
  const entries: readonly unknown[][] = Object.entries(values);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}
