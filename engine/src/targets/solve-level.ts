/** Points of the search for a crossing where the ends of the range do not enclose the target. */
const SCAN_POINTS = 33;
const MOST_STEPS = 100;

export type LevelMethod = 'CLOSED_FORM' | 'BRENT';

/** A level at which a function is at most a target, or the level that comes nearest. */
type SolvedLevel =
  | { readonly isReached: true; readonly level: number; readonly method: LevelMethod }
  | { readonly isReached: false; readonly level: number };

type Curve = (level: number) => number;

/**
 * Level nearest to `from` at which f ≤ target within [least, most]. In closed form where f is a
 * Möbius function (α + βx) / (1 + γx), which every single edge of a system is (Sherman–Morrison), and
 * by Brent's method otherwise.
 */
export function solveLevel(
  f: Curve,
  target: number,
  { least, most, from }: { readonly least: number; readonly most: number; readonly from: number },
): SolvedLevel {
  if (from >= least && from <= most && f(from) <= target) {
    return { isReached: true, level: from, method: 'CLOSED_FORM' };
  }
  const closed = mobiusLevel(f, target, least, most);
  if (closed !== undefined) return { isReached: true, level: closed, method: 'CLOSED_FORM' };
  const points = Array.from({ length: SCAN_POINTS }, (_, at) => {
    const level = least + ((most - least) * at) / (SCAN_POINTS - 1);
    return { level, value: f(level) };
  });
  const best = points.reduce((lowest, point) => (point.value < lowest.value ? point : lowest));
  const crossings = points.flatMap((point, at) => {
    const next = points[at + 1];
    if (next === undefined || point.value <= target === next.value <= target) return [];
    return [{ low: point.level, high: next.level }];
  });
  const distance = ({ low, high }: { readonly low: number; readonly high: number }) =>
    Math.abs((low + high) / 2 - from);
  const [nearest] = crossings.sort((a, b) => distance(a) - distance(b));
  if (nearest === undefined) {
    return best.value <= target
      ? { isReached: true, level: best.level, method: 'BRENT' }
      : { isReached: false, level: best.level };
  }
  const level = brent((x) => f(x) - target, nearest.low, nearest.high);
  return { isReached: true, level, method: 'BRENT' };
}

/** The level by Brent's method alone, between two levels on different sides of the target. */
export function brentLevel(f: Curve, target: number, low: number, high: number): number {
  return brent((x) => f(x) - target, low, high);
}

/**
 * Root of (α + βx)/(1 + γx) = target through three points, if the function is one: a fourth point
 * must lie on it. Undefined if it is not, or if the root is outside of the range.
 */
function mobiusLevel(f: Curve, target: number, least: number, most: number): number | undefined {
  const width = most - least;
  if (!(width > 0)) return undefined;
  // In t = (x − least) / width, from 0 to 1: f = (a + b·t) / (1 + c·t).
  const [first, middle, last] = [f(least), f(least + width / 2), f(most)];
  const a = first;
  // From t = 1 and t = 1/2: b − c·last = last − a, b/2 − c·middle/2 = middle − a.
  const denominator = last - middle;
  const c = denominator === 0 ? Number.NaN : (2 * middle - last - a) / denominator;
  const isConstant = first === middle && middle === last;
  if (isConstant || !Number.isFinite(c) || c <= -1) return undefined;
  const b = last - a + c * last;
  const t = 0.8125;
  const predicted = (a + b * t) / (1 + c * t);
  const actual = f(least + width * t);
  const scale = Math.max(Math.abs(first), Math.abs(last));
  if (!(Math.abs(predicted - actual) <= 1e-11 * scale)) return undefined;
  const root = (target - a) / (b - c * target);
  return root >= 0 && root <= 1 ? least + width * root : undefined;
}

/** Brent (1973), Algorithms for Minimization without Derivatives, chapter 4: zero of f between a and b. */
function brent(f: Curve, first: number, second: number): number {
  let [a, b] = [first, second];
  let [fa, fb] = [f(a), f(b)];
  let [c, fc] = [a, fa];
  let step = b - a;
  let before = step;
  for (let at = 0; at < MOST_STEPS; at++) {
    if (fb > 0 === fc > 0) {
      [c, fc] = [a, fa];
      step = b - a;
      before = step;
    }
    if (Math.abs(fc) < Math.abs(fb)) {
      [a, b, c] = [b, c, b];
      [fa, fb, fc] = [fb, fc, fb];
    }
    const tolerance = 2 * Number.EPSILON * Math.abs(b);
    const half = (c - b) / 2;
    if (Math.abs(half) <= tolerance || fb === 0) return b;
    const proposed = proposedStep({ a, fa, b, fb, c, fc }, half);
    const isGood =
      Math.abs(before) >= tolerance &&
      Math.abs(fa) > Math.abs(fb) &&
      proposed * half > 0 &&
      Math.abs(proposed) < Math.min(1.5 * Math.abs(half), Math.abs(before / 2));
    before = isGood ? step : half;
    step = isGood ? proposed : half;
    [a, fa] = [b, fb];
    b += Math.abs(step) > tolerance ? step : Math.sign(half) * tolerance;
    fb = f(b);
  }
  return b;
}

interface Bracket {
  readonly a: number;
  readonly fa: number;
  readonly b: number;
  readonly fb: number;
  readonly c: number;
  readonly fc: number;
}

/** Inverse quadratic interpolation, or the secant where two points coincide. */
function proposedStep({ a, fa, b, fb, c, fc }: Bracket, half: number): number {
  const s = fb / fa;
  if (a === c) return (-2 * half * s) / (1 - s);
  const q = fa / fc;
  const r = fb / fc;
  const p = s * (2 * half * q * (q - r) - (b - a) * (r - 1));
  return -p / ((q - 1) * (r - 1) * (s - 1));
}
