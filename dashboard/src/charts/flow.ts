import { t } from '../language.ts';
import { inLifeOrder, LIFE_ORDER } from './phases.ts';

/** Geometry of the flow: activities on the left, phases in the middle, the total on the right. */

export type Activity = {
  readonly label: string;
  readonly phase: string;
  readonly co2eKg: number;
};

type FlowBox = {
  readonly label: string;
  readonly phase: string;
  readonly co2eKg: number;
  readonly y: number;
  readonly height: number;
};

type FlowRibbon = {
  readonly phase: string;
  readonly co2eKg: number;
  readonly fromY: number;
  readonly toY: number;
  readonly height: number;
};

export type Flow = {
  readonly activities: readonly FlowBox[];
  readonly phases: readonly FlowBox[];
  readonly total: { readonly y: number; readonly height: number; readonly co2eKg: number };
  /** From an activity to its phase, in the order of `activities`. */
  readonly intoPhases: readonly FlowRibbon[];
  /** From a phase to the total, in the order of `phases`. */
  readonly intoTotal: readonly FlowRibbon[];
  readonly height: number;
  /** Credits never flow backwards: they are listed under the chart. */
  readonly credits: readonly Activity[];
};

/** Flows below this share of the total are grouped by phase. */
const GROUPED_BELOW = 0.007;

type Sizes = {
  /** Least distance between the middles of two activities, so that their labels do not meet. */
  readonly rowHeight: number;
  /** Height of the total's box. */
  readonly totalHeight: number;
};

/** Lays out a result. Positive flows in each column touch or keep a distance, and never cross. */
export function flowLayout(
  activities: readonly Activity[],
  { rowHeight, totalHeight }: Sizes,
): Flow {
  const credits = merged(activities).filter(({ co2eKg }) => co2eKg < 0);
  const positive = grouped(merged(activities).filter(({ co2eKg }) => co2eKg > 0));
  const total = positive.reduce((sum, { co2eKg }) => sum + co2eKg, 0);
  const scale = total === 0 ? 0 : totalHeight / total;
  const left = stacked(
    positive.map((each) => ({ ...each, slot: Math.max(each.co2eKg * scale + 6, rowHeight) })),
    scale,
  );
  const height = Math.max(left.height, totalHeight);
  const amounts = inLifeOrder(
    LIFE_ORDER.map((phase) => ({
      phase,
      co2eKg: positive.reduce((sum, each) => sum + (each.phase === phase ? each.co2eKg : 0), 0),
    })),
  );
  const slots = amounts.map((each) => ({
    ...each,
    label: each.phase,
    slot: each.co2eKg * scale + rowHeight * 1.4,
  }));
  const middle = spread(stacked(slots, scale), height);
  const totalY = (height - totalHeight) / 2;
  return {
    activities: left.boxes,
    phases: middle,
    total: { y: totalY, height: totalHeight, co2eKg: total },
    intoPhases: ribbons(left.boxes, (phase) => middle.find((box) => box.phase === phase)?.y ?? 0),
    intoTotal: ribbons(middle, () => totalY, true),
    height,
    credits,
  };
}

/** One entry for each activity of a phase: its factors are parts of it. */
function merged(activities: readonly Activity[]): Activity[] {
  const byName = Map.groupBy(activities, ({ phase, label }) => `${phase}\n${label}`);
  return [...byName.values()].flatMap((parts) => {
    const [first] = parts;
    if (first === undefined) return [];
    return [{ ...first, co2eKg: parts.reduce((sum, { co2eKg }) => sum + co2eKg, 0) }];
  });
}

/** In the order of life, then by size; small ones of a phase become one. */
function grouped(activities: readonly Activity[]): Activity[] {
  const total = activities.reduce((sum, { co2eKg }) => sum + co2eKg, 0);
  return LIFE_ORDER.flatMap((phase) => {
    const own = activities
      .filter((each) => each.phase === phase)
      .toSorted((a, b) => b.co2eKg - a.co2eKg);
    const large = own.filter(({ co2eKg }) => co2eKg >= GROUPED_BELOW * total);
    const small = own.slice(large.length);
    const [only] = small;
    if (only === undefined) return large;
    if (small.length === 1) return [...large, only];
    const co2eKg = small.reduce((sum, each) => sum + each.co2eKg, 0);
    return [...large, { label: t('{count} smaller', { count: small.length }), phase, co2eKg }];
  });
}

type Slot = Activity & { readonly slot: number };

function stacked(slots: readonly Slot[], scale: number): { boxes: FlowBox[]; height: number } {
  let top = 0;
  const boxes = slots.map(({ label, phase, co2eKg, slot }) => {
    const height = co2eKg * scale;
    const box = { label, phase, co2eKg, y: top + (slot - height) / 2, height };
    top += slot;
    return box;
  });
  return { boxes, height: top };
}

/** Spreads boxes over the height, each as near to its place as the others allow. */
function spread(
  { boxes, height }: { readonly boxes: readonly FlowBox[]; readonly height: number },
  room: number,
): FlowBox[] {
  const [first] = boxes;
  if (first === undefined) return [];
  const extra = Math.max(0, room - height) / boxes.length;
  const excess = height > room ? room / height : 1;
  return boxes.map((box, index) => ({ ...box, y: box.y * excess + extra * (index + 0.5) }));
}

/** Ribbons leave their boxes whole and arrive one under the other. */
function ribbons(
  boxes: readonly FlowBox[],
  topOf: (phase: string) => number,
  isOneTarget = false,
): FlowRibbon[] {
  const filled = new Map<string, number>();
  return boxes.map(({ phase, co2eKg, y, height }) => {
    const target = isOneTarget ? 'total' : phase;
    const used = filled.get(target) ?? 0;
    filled.set(target, used + height);
    return { phase, co2eKg, fromY: y, toY: topOf(phase) + used, height };
  });
}

/** SVG path of a ribbon between two columns. */
export function ribbonPath(
  { fromY, toY, height }: FlowRibbon,
  { fromX, toX }: { readonly fromX: number; readonly toX: number },
): string {
  const middle = (fromX + toX) / 2;
  return [
    `M${fromX} ${fromY}`,
    `C${middle} ${fromY} ${middle} ${toY} ${toX} ${toY}`,
    `L${toX} ${toY + height}`,
    `C${middle} ${toY + height} ${middle} ${fromY + height} ${fromX} ${fromY + height}Z`,
  ].join('');
}
