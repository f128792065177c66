/** Path into an input: `['components', 2, 'massKg']`. */
export type Path = readonly (string | number)[];

export function pathText(path: Path): string {
  return path.join('.');
}
