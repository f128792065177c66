import {
  arcMiddle,
  arcPath,
  mapProjection,
  placedStops,
  type Stop,
  type Way,
} from '../../../../../dashboard/src/charts/map.ts';
import { type Drawing, INK, type Mark, PAPER, textMark } from '../drawing/drawing.ts';
import { landPath } from '../drawing/land.ts';
import { logoMarks } from '../drawing/logo-marks.ts';
import { isolated } from '../drawing/pieces.ts';
import { shape } from '../drawing/typeface.ts';
import type { PictureChoices } from '../facts.ts';
import type { Words } from '../words.ts';
import { finishedDrawing } from './finished-drawing.ts';
import { METADATA_FORMAT } from './metadata.ts';
import { type Block, joined, Sheet } from './sheet.ts';

const MAP_SIZES = { MAP: { widthMm: 180, heightMm: 135 } } as const;

/** Facts about a supply chain that its map shows. */
export type MapFacts = {
  readonly supplyChainId: string;
  readonly chainName: string;
  readonly chainVersion: number;
  /** Day of the last change, `YYYY-MM-DD` in UTC. */
  readonly changedOn: string;
  readonly organizationName: string;
  readonly stops: readonly Stop[];
  readonly ways: readonly Way[];
  /** Facilities with neither coordinates nor a country. */
  readonly unplacedCount: number;
  readonly isSample: boolean;
};

const TEXT = { face: 'TEXT', sizeMm: 2.6 } as const;
/** Field of the input whose object gives the texts of the list. */
const LIST_FIELD = 'supplyChain';
const MARGIN = 5;
const COLUMNS = 3;
const COLUMN_GAP = 4;
/** Most facilities that the list below the map names; more are counted by tier. */
const MOST_NAMED = 24;
const LEAST_MAP_MM = 55;
const LAND = '#dedede';
const MARK_MM = 1.9;
const LOGO = { widthMm: 32, heightMm: 8 } as const;

/** Facilities of a supply chain on an equal-area map, numbered by tier, with their flows as arcs. */
export function supplyChainMap(facts: MapFacts, words: Words, choices: PictureChoices): Drawing {
  const { widthMm, heightMm } = MAP_SIZES.MAP;
  const sheet = new Sheet('MAP', widthMm, heightMm);
  sheet.marks.push(frameOf({ x: 0.15, y: 0.15, width: widthMm - 0.3, height: heightMm - 0.3 }));
  const { say } = words;
  const width = widthMm - 2 * MARGIN;
  const heading = `${say('mapTitle')}: ${facts.chainName}`;
  const logo = choices.brand?.logo ?? null;
  if (logo !== null) {
    sheet.marks.push(...logoMarks(logo, { right: widthMm - MARGIN, top: MARGIN - 1.5, ...LOGO }));
  }
  const title = sheet.paragraph(heading, { face: 'HEADLINE', sizeMm: 4.6 }, MARGIN, {
    widthMm: logo === null ? width : width - LOGO.widthMm - 2,
    lines: 2,
    field: ['supplyChain'],
  });
  title.paint(MARGIN - 1);
  const numbered = numberedStops(facts.stops);
  const isNamed = numbered.length <= MOST_NAMED;
  const list = columnsOf(sheet, listLines(numbered, isNamed, words), MARGIN, width);
  const notes = notesOf(facts, words);
  const foot = sheet.paragraph(notes.join(' '), TEXT, MARGIN, {
    widthMm: width,
    lines: 4,
    field: ['locale'],
  });
  const top = MARGIN + Math.max(title.heightMm, logo === null ? 0 : LOGO.heightMm) + 1;
  const footTop = heightMm - MARGIN + 1 - foot.heightMm;
  const listTop = footTop - 2 - list.heightMm;
  const frame = { x: MARGIN, y: top, width, height: listTop - 2 - top };
  if (frame.height < LEAST_MAP_MM) {
    const missing = (LEAST_MAP_MM - frame.height).toFixed(1);
    sheet.refuse(
      ['supplyChain'],
      `The list of facilities leaves too little room for the map: ${missing} mm are missing. Give the facilities shorter names.`,
    );
  } else {
    paintMap(sheet, facts, numbered, isNamed, frame);
  }
  list.paint(listTop);
  foot.paint(footTop);
  const { supplyChainId, chainVersion, isSample } = facts;
  const { locale, isPreview } = choices;
  return finishedDrawing(sheet, facts, words, choices, {
    title: heading,
    description: [...descriptionOf(numbered, isNamed, words), ...notes]
      .map((sentence) => sentence.replace(/\.$/, ''))
      .join('. '),
    metadata: {
      ...{ format: METADATA_FORMAT, kind: 'SUPPLY_CHAIN_MAP', size: 'MAP', locale },
      ...{ supplyChainId, chainVersion, isSample },
      ...(isPreview ? { isPreview } : {}),
    },
  });
}

type Frame = { readonly x: number; readonly y: number } & {
  readonly width: number;
  readonly height: number;
};

function frameOf(frame: Frame): Mark {
  return { kind: 'RECTANGLE', ...frame, fill: PAPER, stroke: INK, strokeMm: 0.3, radius: 1.5 };
}

type Numbered = Stop & { readonly number: number };

/** The stops from the customer upwards, numbered from 1. */
function numberedStops(stops: readonly Stop[]): Numbered[] {
  const byName = (a: string, b: string) => (a < b ? -1 : Number(a > b));
  return stops
    .toSorted((a, b) => a.tier - b.tier || byName(a.name, b.name) || byName(a.key, b.key))
    .map((stop, at) => ({ ...stop, number: at + 1 }));
}

function notesOf(
  { unplacedCount, stops, organizationName, changedOn, ways }: MapFacts,
  words: Words,
) {
  const { say } = words;
  // A number alone would look like that of a facility.
  const count = `${unplacedCount}/${unplacedCount + stops.length}`;
  return [
    ...(ways.length > 0 ? [say('mapArcs')] : []),
    ...(stops.some(({ isApproximate }) => isApproximate) ? [`${say('mapMiddle')}.`] : []),
    ...(unplacedCount > 0 ? [`${say('mapUnplaced', { count })}.`] : []),
    `${isolated(organizationName)}, ${changedOn}`,
  ];
}

function placeName({ name, country }: Stop): string {
  return country === null ? isolated(name) : `${isolated(name)}, ${country}`;
}

function descriptionOf(stops: readonly Numbered[], isNamed: boolean, { say }: Words): string[] {
  return [...Map.groupBy(stops, ({ tier }) => tier)].map(([tier, ofTier]) => {
    const head = say('tier', { n: String(tier) });
    const count = say('facilities', { count: String(ofTier.length) });
    return `${head}: ${isNamed ? ofTier.map(placeName).join('; ') : count}`;
  });
}

type Line = { readonly text: string; readonly face: 'TEXT' | 'STRONG'; readonly field: string };

/** A heading for each tier, and its facilities or their number. */
function listLines(stops: readonly Numbered[], isNamed: boolean, { say }: Words): Line[] {
  return [...Map.groupBy(stops, ({ tier }) => tier)].flatMap(([tier, ofTier]): Line[] => {
    const count = say('facilities', { count: String(ofTier.length) });
    const names = ofTier.map((stop) => `${stop.number}  ${placeName(stop)}`);
    return [
      { text: say('tier', { n: String(tier) }), face: 'STRONG', field: 'locale' },
      ...(isNamed ? names : [count]).map(
        (text): Line => ({ text, face: 'TEXT', field: LIST_FIELD }),
      ),
    ];
  });
}

/** Lines in columns of about equal height, in reading order. */
function columnsOf(sheet: Sheet, lines: readonly Line[], left: number, widthMm: number): Block {
  const pitch = (widthMm + COLUMN_GAP) / COLUMNS;
  const room = { widthMm: pitch - COLUMN_GAP, lines: 2 };
  const blockOf = (on: Sheet, { text, face, field }: Line, x: number) =>
    on.paragraph(text, { face, sizeMm: TEXT.sizeMm }, x, { ...room, field: [field] });
  const probe = new Sheet('', 0, 0);
  const heights = lines.map((line) => blockOf(probe, line, 0).heightMm);
  // A heading stays with its first line.
  const whole = heights.reduce((sum, height) => sum + height, 0);
  let [column, filled] = [0, 0];
  const columns: Block[][] = Array.from({ length: COLUMNS }, () => []);
  lines.forEach((line, at) => {
    const height = heights[at] ?? 0;
    const isBelowHead = lines[at - 1]?.face === 'STRONG';
    const isFull = filled + height / 2 > whole / COLUMNS && !isBelowHead;
    if (filled > 0 && isFull && column < COLUMNS - 1) {
      column += 1;
      filled = 0;
    }
    columns[column]?.push(blockOf(sheet, line, left + column * pitch));
    filled += height;
  });
  const joinedColumns = columns.map(joined);
  return {
    heightMm: Math.max(...joinedColumns.map(({ heightMm }) => heightMm)),
    paint: (top) => {
      for (const each of joinedColumns) each.paint(top);
    },
  };
}

function paintMap(
  sheet: Sheet,
  { stops, ways }: MapFacts,
  numbered: readonly Numbered[],
  isNamed: boolean,
  frame: Frame,
): void {
  const inset = 7;
  // The arcs are to be smooth in print: the default is a precision for pixels.
  const projection = mapProjection(
    stops.map(({ at }) => at),
    {
      left: frame.x + inset,
      top: frame.y + inset,
      right: frame.x + frame.width - inset,
      bottom: frame.y + frame.height - inset,
    },
  ).precision(0.05);
  const land = landPath(projection, frame);
  const whole = { kind: 'PATH', x: 0, y: 0, scale: 1 } as const;
  sheet.marks.push({ ...whole, path: land, fill: LAND });
  for (const way of ways) {
    const path = arcPath(projection, way);
    if (path === '') continue;
    sheet.marks.push({ ...whole, path, stroke: INK, strokeMm: 0.25 });
    const middle = arcMiddle(projection, way);
    if (middle !== undefined) sheet.marks.push(arrow(middle));
  }
  sheet.marks.push({ kind: 'RECTANGLE', ...frame, stroke: INK, strokeMm: 0.15 });
  for (const group of grouped(placedStops(numbered, projection))) paintMark(sheet, group, isNamed);
}

function arrow({
  x,
  y,
  angle,
}: {
  readonly x: number;
  readonly y: number;
  readonly angle: number;
}): Mark {
  const corner = (along: number, across: number) =>
    [
      x + along * Math.cos(angle) - across * Math.sin(angle),
      y + along * Math.sin(angle) + across * Math.cos(angle),
    ]
      .map((value) => value.toFixed(2))
      .join(' ');
  const path = `M${corner(1, 0)}L${corner(-0.9, 0.75)}L${corner(-0.9, -0.75)}Z`;
  return { kind: 'PATH', x: 0, y: 0, scale: 1, path, fill: INK };
}

type Placed = ReturnType<typeof placedStops<Numbered>>[number];

/** Stops whose marks would cover one another share a mark. */
function grouped(stops: readonly Placed[]): Placed[][] {
  const groups: Placed[][] = [];
  for (const stop of stops) {
    const near = groups.find(([first]) => {
      return first !== undefined && Math.hypot(first.x - stop.x, first.y - stop.y) < 2 * MARK_MM;
    });
    if (near === undefined) groups.push([stop]);
    else near.push(stop);
  }
  return groups;
}

/** A mark with the number of its facility, or with the tier if the list does not name facilities. */
function paintMark(sheet: Sheet, group: readonly Placed[], isNamed: boolean): void {
  const [first] = group;
  if (first === undefined) return;
  const labels = [...new Set(group.map(({ number, tier }) => String(isNamed ? number : tier)))];
  const [one = '', ...others] = labels;
  const label = labels.length > 3 ? `${one} + ${others.length}` : labels.join(', ');
  const isHollow = group.every(({ isApproximate }) => isApproximate);
  const text = shape('STRONG', label, 2.5);
  const width = Math.max(2 * MARK_MM, text.widthMm + 1.6);
  const { x, y } = first;
  sheet.marks.push(
    {
      ...{ kind: 'RECTANGLE', x: x - width / 2, y: y - MARK_MM, width, height: 2 * MARK_MM },
      ...{ radius: MARK_MM, fill: isHollow ? PAPER : INK, stroke: isHollow ? INK : PAPER },
      strokeMm: 0.3,
    },
    textMark(text, x, y + 0.85, 'MIDDLE', isHollow ? INK : PAPER),
  );
}
