/**
 * Random numbers that are a pure function of (seed, iteration, key): they do not depend on the
 * order of calls or on the number of workers. Two alternatives that share a parameter share its
 * draws, which makes their comparison paired.
 */
export interface RandomStream {
  readonly first: number;
  readonly second: number;
}

/** The stream of one iteration. The seed is a whole number up to 2^53. */
export function streamOf(seed: number, iteration: number): RandomStream {
  const low = seed | 0;
  const high = Math.floor(seed / 4294967296) | 0;
  return {
    first: hash(hash(hash(0x243f6a88, low), high), iteration),
    second: hash(hash(hash(0x13198a2e, iteration), high), low),
  };
}

/**
 * 32 random bits for a key. The key is spread by a Weyl step, then mixed with both words of the
 * stream by the rounds of "lowbias32" (Wellons 2018, Prospecting for hash functions).
 */
export function drawBits(first: number, second: number, key: number): number {
  let mixed = (Math.imul(key, 0x9e3779b1) + first) | 0;
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x7feb352d) ^ second;
  mixed = Math.imul(mixed ^ (mixed >>> 15), 0x846ca68b);
  return (mixed ^ (mixed >>> 16)) >>> 0;
}

/** A uniform number strictly between 0 and 1, in steps of 2^-32. */
export function drawUniform(stream: RandomStream, key: number): number {
  return (drawBits(stream.first, stream.second, key) + 0.5) / 4294967296;
}

function hash(state: number, word: number): number {
  let mixed = Math.imul(state ^ Math.imul(word, 0xcc9e2d51), 0x1b873593);
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return (mixed ^ (mixed >>> 16)) + Math.imul(state, 5) + 0x52dce729;
}
