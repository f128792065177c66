/** Geometry of a result with its 95 % range: a lognormal curve over a linear axis. */

export type Range = { readonly low: number; readonly value: number; readonly high: number };

type RangeCurve = {
  /** SVG path of the whole curve, open at the base line. */
  readonly line: string;
  /** SVG path of the area between the two ends of the range. */
  readonly band: string;
  readonly lowX: number;
  readonly valueX: number;
  readonly highX: number;
  readonly baseY: number;
};

/** Half the width of a 95 % range in standard deviations. */
const Z = 1.96;
const POINTS = 72;
/** The axis shows this many standard deviations on both sides. */
const SHOWN = 3.2;
/** Of a figure below the curve, on average and a little more. */
const LETTER_WIDTH = 9;

/** Undefined if there is no positive range to draw. */
export function rangeCurve(
  { low, value, high }: Range,
  { width, height }: { readonly width: number; readonly height: number },
): RangeCurve | undefined {
  if (!(low > 0 && high > low)) return undefined;
  const middle = (Math.log(low) + Math.log(high)) / 2;
  const deviation = (Math.log(high) - Math.log(low)) / (2 * Z);
  const first = Math.min(Math.exp(middle - SHOWN * deviation), value);
  const last = Math.max(Math.exp(middle + SHOWN * deviation), value);
  const mode = middle - deviation ** 2;
  const density = (amount: number) =>
    Math.exp(-((Math.log(amount) - middle) ** 2) / (2 * deviation ** 2)) / amount;
  const most = density(Math.exp(mode));
  const x = (amount: number) => ((amount - first) / (last - first)) * width;
  const y = (amount: number) => height - (density(amount) / most) * height;
  const path = (from: number, to: number) =>
    Array.from({ length: POINTS + 1 }, (_, index) => {
      const amount = from + ((to - from) * index) / POINTS;
      return `${rounded(x(amount))} ${rounded(y(amount))}`;
    }).join('L');
  return {
    line: `M${path(first, last)}`,
    band: `M${rounded(x(low))} ${height}L${path(low, high)}L${rounded(x(high))} ${height}Z`,
    lowX: x(low),
    valueX: x(value),
    highX: x(high),
    baseY: height,
  };
}

function rounded(value: number): number {
  return Math.round(value * 10) / 10;
}

/** True if the figure below the middle of a curve would touch those of the ends, which are next to their marks. */
export function figuresMeet(
  { lowX, valueX, highX }: Pick<RangeCurve, 'lowX' | 'valueX' | 'highX'>,
  figure: string,
): boolean {
  const half = (figure.length * LETTER_WIDTH) / 2;
  return valueX - half < lowX || valueX + half > highX;
}
