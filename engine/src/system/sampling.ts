import { exp } from '../elementary.ts';
import { drawBits, type RandomStream } from '../random.ts';
import { type Distribution, requireDistribution } from './distribution.ts';
import { normalOfBits } from './normal-quantile.ts';

/**
 * Uncertain values, grouped by kind so that every inner loop is free of choices. Value v of the
 * list given is written to place v; fixed values are written once, by `writeFixed`.
 */
export interface Sampler {
  readonly size: number;
  readonly fixed: Group;
  readonly lognormal: Group;
  readonly normal: Group;
  readonly triangular: Group;
  readonly uniform: Group;
}

/** Places, random keys and up to three numbers per distribution. */
interface Group {
  readonly places: Int32Array;
  readonly keys: Int32Array;
  readonly a: Float64Array;
  readonly b: Float64Array;
  readonly c: Float64Array;
}

/** Values of a group, from one position to before another. */
interface Span {
  readonly from: number;
  readonly to: number;
}

const CHUNK = 256;
const UNIFORM_STEP = 1 / 4294967296;

/**
 * Prepares distributions for sampling. Values with the same key share their draws: the same
 * factor used twice, or the same parameter of two alternatives.
 */
export function createSampler(
  distributions: readonly Distribution[],
  keyOf: (place: number) => number,
): Sampler {
  const places: Record<Distribution['kind'], number[]> = {
    FIXED: [],
    LOGNORMAL: [],
    NORMAL: [],
    TRIANGULAR: [],
    UNIFORM: [],
  };
  const numbers = distributions.map((distribution, place) => {
    requireDistribution(distribution);
    const [kind, ...rest] = plan(distribution);
    places[kind].push(place);
    return rest;
  });
  const groupOf = (kind: Distribution['kind']): Group => ({
    places: Int32Array.from(places[kind]),
    keys: Int32Array.from(places[kind], (place) => keyOf(place) | 0),
    a: Float64Array.from(places[kind], (place) => numbers[place]?.[0] ?? 0),
    b: Float64Array.from(places[kind], (place) => numbers[place]?.[1] ?? 0),
    c: Float64Array.from(places[kind], (place) => numbers[place]?.[2] ?? 0),
  });
  return {
    size: distributions.length,
    fixed: groupOf('FIXED'),
    lognormal: groupOf('LOGNORMAL'),
    normal: groupOf('NORMAL'),
    triangular: groupOf('TRIANGULAR'),
    uniform: groupOf('UNIFORM'),
  };
}

/** Writes the values without spread. */
export function writeFixed({ fixed: { places, a } }: Sampler, target: Float64Array): void {
  for (let at = 0; at < places.length; at++) target[places[at] ?? 0] = a[at] ?? 0;
}

/** Draws every uncertain value once. */
export function drawValues(
  { lognormal, normal, triangular, uniform }: Sampler,
  stream: RandomStream,
  target: Float64Array,
): void {
  for (const [group, draw] of [
    [lognormal, drawLognormal],
    [normal, drawNormal],
    [triangular, drawTriangular],
    [uniform, drawUniform],
  ] as const) {
    for (let from = 0; from < group.places.length; from += CHUNK) {
      const span = { from, to: Math.min(from + CHUNK, group.places.length) };
      draw(group, stream, span, target);
    }
  }
}

/** A distribution without spread is fixed: it then costs nothing per iteration. */
function plan(distribution: Distribution): readonly [Distribution['kind'], ...number[]] {
  switch (distribution.kind) {
    case 'FIXED':
      return ['FIXED', distribution.value];
    case 'LOGNORMAL': {
      const { median, sigma } = distribution;
      return sigma === 0 || median === 0 ? ['FIXED', median] : ['LOGNORMAL', median, sigma];
    }
    case 'NORMAL': {
      const { mean, deviation } = distribution;
      return deviation === 0 ? ['FIXED', mean] : ['NORMAL', mean, deviation];
    }
    case 'TRIANGULAR': {
      const { least, mode, most } = distribution;
      return least === most ? ['FIXED', least] : ['TRIANGULAR', least, mode, most];
    }
    case 'UNIFORM': {
      const { least, most } = distribution;
      return least === most ? ['FIXED', least] : ['UNIFORM', least, most - least];
    }
  }
}

/** Standard normal numbers of the chunk at hand. */
const normals = new Float64Array(CHUNK);

/** A separate loop from the use of the numbers: the compiler then inlines each loop completely. */
function drawNormals(keys: Int32Array, { first, second }: RandomStream, { from, to }: Span): void {
  for (let at = from; at < to; at++) {
    normals[at - from] = normalOfBits(drawBits(first, second, keys[at] ?? 0));
  }
}

function drawLognormal(
  { places, keys, a, b }: Group,
  stream: RandomStream,
  span: Span,
  target: Float64Array,
): void {
  const { from, to } = span;
  drawNormals(keys, stream, span);
  for (let at = from; at < to; at++) {
    const value = (a[at] ?? 0) * exp((b[at] ?? 0) * (normals[at - from] ?? 0));
    target[places[at] ?? 0] = value;
  }
}

function drawNormal(
  { places, keys, a, b }: Group,
  stream: RandomStream,
  span: Span,
  target: Float64Array,
): void {
  const { from, to } = span;
  drawNormals(keys, stream, span);
  for (let at = from; at < to; at++) {
    const value = (a[at] ?? 0) + (b[at] ?? 0) * (normals[at - from] ?? 0);
    target[places[at] ?? 0] = value;
  }
}

/** Inverse of the distribution function, piece by piece. */
function drawTriangular(
  { places, keys, a, b, c }: Group,
  { first, second }: RandomStream,
  { from, to }: Span,
  target: Float64Array,
): void {
  for (let at = from; at < to; at++) {
    const p = (drawBits(first, second, keys[at] ?? 0) + 0.5) * UNIFORM_STEP;
    const least = a[at] ?? 0;
    const mode = b[at] ?? 0;
    const most = c[at] ?? 0;
    const range = most - least;
    target[places[at] ?? 0] =
      p * range < mode - least
        ? least + Math.sqrt(p * range * (mode - least))
        : most - Math.sqrt((1 - p) * range * (most - mode));
  }
}

function drawUniform(
  { places, keys, a, b }: Group,
  { first, second }: RandomStream,
  { from, to }: Span,
  target: Float64Array,
): void {
  for (let at = from; at < to; at++) {
    const p = (drawBits(first, second, keys[at] ?? 0) + 0.5) * UNIFORM_STEP;
    target[places[at] ?? 0] = (a[at] ?? 0) + p * (b[at] ?? 0);
  }
}
