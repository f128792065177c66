import type { Box } from './map.ts';

type Dot = { readonly name: string; readonly x: number; readonly y: number };

/** Place of a name, counted from its dot: the anchor of the text and its base line. */
type MapLabel = {
  readonly x: number;
  readonly y: number;
  readonly textAnchor: 'start' | 'end';
};

const DOT_RADIUS = 9;
const GAP = 11;
const HEIGHT = 18;
/** Of a letter of the names, on average and a little more. */
const LETTER_WIDTH = 7.5;
const BASE_LINE = 5;

/**
 * Names next to their dots, on the right or on the left, so that no name covers another name or a dot as long as there is
 * room within the width; otherwise further up or down.
 */
export function withLabels<Each extends Dot>(
  dots: readonly Each[],
  width: number,
): (Each & { readonly label: MapLabel })[] {
  const taken = dots.map(({ x, y }) => around(x - DOT_RADIUS, x + DOT_RADIUS, y, 2 * DOT_RADIUS));
  return dots
    .toSorted((a, b) => a.y - b.y)
    .map((dot) => {
      const spots = spotsOf(dot, width, dots.length);
      const spot = spots.find(({ box }) => !taken.some((other) => meet(box, other))) ?? spots[0];
      if (spot === undefined)
        return { ...dot, label: { x: GAP, y: BASE_LINE, textAnchor: 'start' } };
      taken.push(spot.box);
      return { ...dot, label: spot.label };
    });
}

type Spot = { readonly box: Box; readonly label: MapLabel };

/** The nearest first. */
function spotsOf({ name, x, y }: Dot, width: number, rows: number): Spot[] {
  const length = name.length * LETTER_WIDTH;
  const spots = Array.from({ length: rows }, (_, row): Spot[] => {
    // 0, 1 up, 1 down, 2 up, …
    const down = Math.ceil(row / 2) * (row % 2 === 0 ? HEIGHT : -HEIGHT);
    const nextTo = (textAnchor: MapLabel['textAnchor']): Spot => {
      const isRight = textAnchor === 'start';
      const [left, right] = isRight ? [x + GAP, x + GAP + length] : [x - GAP - length, x - GAP];
      const label = { x: isRight ? GAP : -GAP, y: down + BASE_LINE, textAnchor };
      return { box: around(left, right, y + down, HEIGHT), label };
    };
    return [nextTo('start'), nextTo('end')];
  }).flat();
  const within = spots.filter(({ box }) => box.left >= 0 && box.right <= width);
  return within.length > 0 ? within : spots;
}

function around(left: number, right: number, middle: number, height: number): Box {
  return { left, right, top: middle - height / 2, bottom: middle + height / 2 };
}

function meet(a: Box, b: Box): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}
