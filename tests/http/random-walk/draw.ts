/** A number from 0 to 1. */
export type Draw = () => number;

/** Numbers at random, by xorshift. */
export function generator(seed: number): Draw {
  let state = Math.imul(seed, 0x9e3779b9) | 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

export function oneOf<Item>(draw: Draw, items: readonly Item[]): Item {
  const item = items[Math.floor(draw() * items.length)];
  if (item === undefined) throw new Error('There is nothing to choose from.');
  return item;
}
