/** One form for the keys of the material map: `Organic_Cotton` → `organic cotton`. */
export function normalizedName(name: string): string {
  return name
    .toLowerCase()
    .replace(/[_\-/,]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}
