/**
 * exp and ln of our own. ECMAScript leaves the last bits of Math.exp and Math.log to each engine;
 * a result that is replayed years later, elsewhere, must have the same bits. Everything here is
 * IEEE 754 addition, multiplication, division and square root, which every engine rounds alike.
 */

const STEPS_PER_LN2 = 46.16624130844683;
/** ln2/32 in two parts; the first has 32 bits, so its product with any step count is exact. */
const STEP_HIGH = 0.02166084938653512;
const STEP_LOW = 5.9631716539705866e-12;

/** 2^(j/32), rounded to nearest. */
const STEP_POWERS = Float64Array.of(
  1.0,
  1.0218971486541166,
  1.0442737824274138,
  1.0671404006768237,
  1.0905077326652577,
  1.1143867425958924,
  1.1387886347566916,
  1.1637248587775775,
  1.189207115002721,
  1.215247359980469,
  1.241857812073484,
  1.2690509571917332,
  1.2968395546510096,
  1.3252366431597413,
  1.3542555469368927,
  1.383909881963832,
  Math.SQRT2,
  1.4451808069770467,
  1.4768261459394993,
  1.5091644275934228,
  1.5422108254079407,
  1.5759808451078865,
  1.6104903319492543,
  1.645755478153965,
  1.681792830507429,
  1.718619298122478,
  1.7562521603732995,
  1.7947090750031072,
  1.8340080864093424,
  1.8741676341103,
  1.9152065613971474,
  1.9571441241754002,
);

/** 2^m for m from −HALF_RANGE; two of them span every exponent, subnormals included. */
const HALF_RANGE = 540;
const POWERS_OF_TWO = Float64Array.from({ length: 2 * HALF_RANGE }, (_, at) => {
  let power = 1;
  for (let m = HALF_RANGE; m < at; m++) power *= 2;
  for (let m = HALF_RANGE; m > at; m--) power /= 2;
  return power;
});

/**
 * e^x within one unit in the last place: x = (32m + j)·ln2/32 + r, e^x = 2^m · 2^(j/32) · e^r with
 * e^r as its series, |r| < 0.011 (Tang 1989, Table-driven implementation of the exponential).
 */
export function exp(x: number): number {
  if (!(x > -745.2)) return Number.isNaN(x) ? x : 0;
  if (x > 709.8) return Number.POSITIVE_INFINITY;
  const steps = Math.floor(x * STEPS_PER_LN2 + 0.5);
  const r = x - steps * STEP_HIGH - steps * STEP_LOW;
  const series = r + r * r * (1 / 2 + r * (1 / 6 + r * (1 / 24 + r * (1 / 120 + r * (1 / 720)))));
  const power = STEP_POWERS[steps & 31] ?? 1;
  const exponent = steps >> 5;
  const half = exponent >> 1;
  const first = POWERS_OF_TWO[half + HALF_RANGE] ?? 0;
  const second = POWERS_OF_TWO[exponent - half + HALF_RANGE] ?? 0;
  return (power + power * series) * first * second;
}

const bits = new Float64Array(1);
const words = new Uint32Array(bits.buffer);
/** Index of the 32-bit word that holds the exponent on this machine. */
const HIGH_WORD = new Uint8Array(new Uint32Array([1]).buffer)[0] === 1 ? 1 : 0;
const LN2_HIGH = 0.6931471803691238;
const LN2_LOW = 1.9082149292705877e-10;
const SMALLEST_NORMAL = 2.2250738585072014e-308;
const TWO_TO_54 = 18014398509481984;

/**
 * Natural logarithm within one unit in the last place: x = 2^k · m with m near 1, and
 * ln m = f − f²/2 + s·(f²/2 + R), f = m − 1, s = f/(2 + f), R the rest of 2·artanh(s)/s as its
 * series. ln 0 = −∞; NaN below.
 */
export function ln(x: number): number {
  if (!(x > 0)) return x === 0 ? Number.NEGATIVE_INFINITY : Number.NaN;
  if (x === Number.POSITIVE_INFINITY) return x;
  const isTiny = x < SMALLEST_NORMAL;
  bits[0] = isTiny ? x * TWO_TO_54 : x;
  const high = words[HIGH_WORD] ?? 0;
  // Rounds so that m lies between √½ and √2.
  const raised = high + (0x3ff00000 - 0x3fe6a09e);
  const k = (raised >>> 20) - 0x3ff - (isTiny ? 54 : 0);
  words[HIGH_WORD] = (raised & 0x000fffff) + 0x3fe6a09e;
  const f = (bits[0] ?? 0) - 1;
  const s = f / (2 + f);
  const z = s * s;
  const rest = z * (2 / 3 + z * (2 / 5 + z * (2 / 7 + z * (2 / 9 + z * seriesTail(z)))));
  const half = 0.5 * f * f;
  return k * LN2_HIGH - (half - (s * (half + rest) + k * LN2_LOW) - f);
}

function seriesTail(z: number): number {
  return 2 / 11 + z * (2 / 13 + z * (2 / 15 + z * (2 / 17 + z * (2 / 19 + z * (2 / 21)))));
}
