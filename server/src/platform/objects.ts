/** The names of the properties of an object whose type lists all of them. */
export function namesOf<Whole extends object>(whole: Whole): (keyof Whole & string)[] {
  const isName = (name: string): name is keyof Whole & string => Object.hasOwn(whole, name);
  return Object.keys(whole).filter(isName);
}

/** Builds an object with the names of another; the compiler checks each value against its name. */
export function objectOf<Whole extends object>(
  names: Readonly<Record<keyof Whole, unknown>>,
  value: <Name extends keyof Whole & string>(name: Name) => Whole[Name],
): Whole {
  const built: Partial<Whole> = {};
  const wanted = namesOf(names);
  for (const name of wanted) built[name] = value(name);
  if (!isWhole(wanted, built)) throw new TypeError('An object lacks a property.');
  return built;
}

function isWhole<Whole extends object>(
  names: readonly (keyof Whole)[],
  built: Partial<Whole>,
): built is Whole {
  return names.every((name) => name in built);
}
