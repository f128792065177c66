import type { Box } from './map.ts';

type Dot = { readonly name: string; readonly x: number; readonly y: number };

/** A name, whole or shortened, and its place, counted from its dot: the anchor of the text and its base line. */
export type MapLabel = {
  readonly text: string;
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

/** Lines at the level of the dot, and up and down from it: a name that is further away would be read as another dot's. */
const LINES = 5;
const SHORTEST = 4;

/**
 * Names next to their dots, on the right or on the left, so that no name covers another name or a dot; otherwise a little
 * further up or down. A name without room is left out, unless its dot is selected; one that is longer than the room is
 * shortened.
 */
export function withLabels<Each extends Dot>(
  dots: readonly Each[],
  width: number,
  selected?: Each,
): (Each & { readonly label: MapLabel | undefined })[] {
  const taken = dots.map(({ x, y }) => around(x - DOT_RADIUS, x + DOT_RADIUS, y, 2 * DOT_RADIUS));
  const first = (dot: Each) => (dot === selected ? 0 : 1);
  const labels = new Map<Each, MapLabel>();
  for (const dot of dots.toSorted((a, b) => first(a) - first(b) || a.y - b.y)) {
    const spots = spotsOf(dot, width);
    const free = spots.find(({ box }) => !taken.some((other) => meet(box, other)));
    const spot = free ?? (dot === selected ? spots[0] : undefined);
    if (spot === undefined) continue;
    taken.push(spot.box);
    labels.set(dot, spot.label);
  }
  return dots.map((dot) => ({ ...dot, label: labels.get(dot) }));
}

type Spot = { readonly box: Box; readonly label: MapLabel };

/** Those where the name is whole come first, then the nearest. */
function spotsOf({ name, x, y }: Dot, width: number): Spot[] {
  const spots = Array.from({ length: LINES }, (_, line): Spot[] => {
    // 0, 1 up, 1 down, 2 up, …
    const down = Math.ceil(line / 2) * (line % 2 === 0 ? HEIGHT : -HEIGHT);
    const nextTo = (textAnchor: MapLabel['textAnchor']): Spot => {
      const isRight = textAnchor === 'start';
      const text = shortened(name, (isRight ? width - x : x) - GAP);
      const length = text.length * LETTER_WIDTH;
      const [left, right] = isRight ? [x + GAP, x + GAP + length] : [x - GAP - length, x - GAP];
      const label = { text, x: isRight ? GAP : -GAP, y: down + BASE_LINE, textAnchor };
      return { box: around(left, right, y + down, HEIGHT), label };
    };
    return [nextTo('start'), nextTo('end')];
  }).flat();
  return spots
    .filter(({ label }) => label.text.length >= Math.min(SHORTEST, name.length))
    .toSorted((a, b) => Number(b.label.text === name) - Number(a.label.text === name));
}

function shortened(name: string, room: number): string {
  const letters = Math.max(0, Math.floor(room / LETTER_WIDTH));
  return name.length <= letters ? name : `${name.slice(0, Math.max(0, letters - 1)).trimEnd()}…`;
}

function around(left: number, right: number, middle: number, height: number): Box {
  return { left, right, top: middle - height / 2, bottom: middle + height / 2 };
}

function meet(a: Box, b: Box): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}
