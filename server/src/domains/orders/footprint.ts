import type { OrderLine, OrderReturn, Restated, ReturnedLine, ShippingSplit } from './model.ts';

/** The rules by which orders emit (docs/guides/orders.md): arithmetic without I/O, in kg CO2e. */

export type EntryKind = 'CALCULATED' | 'SHIPPED' | 'RETURNED' | 'ADJUSTED' | 'CONTRIBUTION';

export type EntryPart =
  | 'PRODUCT'
  | 'OUTBOUND_TRANSPORT'
  | 'RETURN_TRANSPORT'
  | 'RECONDITIONING'
  | 'END_OF_LIFE'
  | 'CONTRIBUTION';

/** One row of the ledger to be: (`co2eKg` − `lessCo2eKg`) · `times`, which the database works out exactly. */
export type EntryDraft = {
  readonly kind: EntryKind;
  readonly part: EntryPart;
  readonly lineNumber: number | null;
  readonly quantity: number | null;
  readonly co2eKg: number;
  readonly lessCo2eKg: number;
  readonly times: number;
  readonly calculationId: string | null;
};

/** Product footprints at confirmation: quantity × unit footprint. A line without one has no entry. */
export function confirmedEntries(lines: readonly OrderLine[]): EntryDraft[] {
  return lines.flatMap((line) => productEntry('CALCULATED', line, line.quantity, 1));
}

/** A climate contribution, or its reversal: shown in the ledger, left out of its sum. */
export function contributedEntry(co2eKg: number, times: 1 | -1): EntryDraft {
  return {
    kind: 'CONTRIBUTION',
    part: 'CONTRIBUTION',
    lineNumber: null,
    quantity: null,
    co2eKg,
    lessCo2eKg: 0,
    times,
    calculationId: null,
  };
}

/** The way to the customer, split over all lines. */
export function shippedEntries(
  lines: readonly OrderLine[],
  split: ShippingSplit,
  transportCo2eKg: number,
): EntryDraft[] {
  const pieces = lines.map((line) => ({ line, quantity: line.quantity }));
  return splitOver(pieces, split, transportCo2eKg).map(({ line, quantity, co2eKg }) =>
    entry('SHIPPED', 'OUTBOUND_TRANSPORT', line, quantity, co2eKg),
  );
}

/** Lines whose assumed way to the customer is replaced by the real one: their footprints without it. */
export function withoutAssumedDistribution(lines: readonly OrderLine[]): Restated[] {
  return lines.flatMap((line) => {
    const unit = currentUnit(line);
    if (unit === undefined || line.unitAssumedDistributionCo2eKg === 0) return [];
    const unitCo2eKg = unit.co2eKg - line.unitAssumedDistributionCo2eKg;
    const { calculationId } = unit;
    return [{ line, unitCo2eKg, unitAssumedDistributionCo2eKg: 0, calculationId }];
  });
}

type ReturnFootprint = {
  readonly transportCo2eKg: number;
  /** Cleaning, testing and repacking of restocked goods; per piece. */
  readonly reconditioningCo2eKg: number;
  /** Disposal of destroyed goods; per piece of a line. */
  readonly endOfLifeCo2eKg: (line: OrderLine) => number;
};

/**
 * Ledger entries of a return, by quantity and never by money. Restocked goods remove their product
 * footprint and add reconditioning; destroyed goods keep it and add their end of life. Outbound
 * transport remains and return transport is added in both cases.
 */
export function returnedEntries(
  lines: readonly OrderLine[],
  returned: readonly ReturnedLine[],
  split: ShippingSplit,
  footprint: ReturnFootprint,
): EntryDraft[] {
  const byNumber = new Map(lines.map((line) => [line.number, line]));
  const pieces = returned.flatMap(({ number, quantity, disposition }) => {
    const line = byNumber.get(number);
    return line === undefined ? [] : [{ line, quantity, disposition }];
  });
  const transport =
    footprint.transportCo2eKg === 0 ? [] : splitOver(pieces, split, footprint.transportCo2eKg);
  return [
    ...pieces.flatMap(({ line, quantity, disposition }) =>
      disposition === 'RESTOCK'
        ? [
            ...productEntry('RETURNED', line, quantity, -1),
            ...perPiece('RECONDITIONING', line, quantity, footprint.reconditioningCo2eKg),
          ]
        : perPiece('END_OF_LIFE', line, quantity, footprint.endOfLifeCo2eKg(line)),
    ),
    ...transport.map(({ line, quantity, co2eKg }) =>
      entry('RETURNED', 'RETURN_TRANSPORT', line, quantity, co2eKg),
    ),
  ];
}

/**
 * A later calculation: per line the difference to what the ledger has of it, for all pieces that it
 * still has, which are those that were not restocked.
 */
export function restatedEntries(
  restated: readonly Restated[],
  returns: readonly OrderReturn[],
): EntryDraft[] {
  const restocked = new Map<number, number>();
  for (const { number, quantity, disposition } of returns.flatMap(({ lines }) => lines)) {
    if (disposition !== 'RESTOCK') continue;
    restocked.set(number, (restocked.get(number) ?? 0) + quantity);
  }
  return restated.flatMap(({ line, unitCo2eKg, calculationId }) => {
    const quantity = line.quantity - (restocked.get(line.number) ?? 0);
    const lessCo2eKg = currentUnit(line)?.co2eKg ?? 0;
    if (quantity === 0 || unitCo2eKg === lessCo2eKg) return [];
    const base = entry('ADJUSTED', 'PRODUCT', line, quantity, unitCo2eKg);
    return [{ ...base, lessCo2eKg, times: quantity, calculationId }];
  });
}

/** Footprint of one unit of a line in the ledger: as restated, else as frozen. */
export function currentUnit(line: OrderLine) {
  const { unitCo2eKg, calculationId, restatedUnitCo2eKg, restatedCalculationId } = line;
  if (restatedUnitCo2eKg !== null) {
    return { co2eKg: restatedUnitCo2eKg, calculationId: restatedCalculationId };
  }
  return unitCo2eKg === null ? undefined : { co2eKg: unitCo2eKg, calculationId };
}

type Piece = { readonly line: OrderLine; readonly quantity: number };

const UNIT_WEIGHTS: Readonly<Record<ShippingSplit, (line: OrderLine) => number | null>> = {
  MASS: ({ unitMassKg }) => unitMassKg,
  VOLUME: ({ unitVolumeM3 }) => unitVolumeM3,
  VALUE: ({ unitPriceMinor }) => unitPriceMinor,
};

/** Splits an amount by mass, volume or value; evenly by quantity where it is not known of a line. */
export function splitOver<Some extends Piece>(
  pieces: readonly Some[],
  split: ShippingSplit,
  amount: number,
): (Some & { readonly co2eKg: number })[] {
  const weigh = weightOf(pieces, split);
  const total = pieces.reduce((sum, piece) => sum + weigh(piece), 0);
  return pieces.map((piece) => ({ ...piece, co2eKg: (amount * weigh(piece)) / total }));
}

function weightOf(pieces: readonly Piece[], split: ShippingSplit): (piece: Piece) => number {
  const unitOf = UNIT_WEIGHTS[split];
  const weigh = ({ line, quantity }: Piece) => (unitOf(line) ?? 0) * quantity;
  const isKnown = pieces.every(({ line }) => unitOf(line) !== null);
  return isKnown && pieces.some((piece) => weigh(piece) > 0) ? weigh : ({ quantity }) => quantity;
}

function productEntry(
  kind: EntryKind,
  line: OrderLine,
  quantity: number,
  sign: 1 | -1,
): EntryDraft[] {
  const unit = currentUnit(line);
  if (unit === undefined) return [];
  const { co2eKg, calculationId } = unit;
  const times = sign * quantity;
  return [{ ...entry(kind, 'PRODUCT', line, quantity, co2eKg), times, calculationId }];
}

function perPiece(
  part: EntryPart,
  line: OrderLine,
  quantity: number,
  unitCo2eKg: number,
): EntryDraft[] {
  if (unitCo2eKg === 0) return [];
  return [{ ...entry('RETURNED', part, line, quantity, unitCo2eKg), times: quantity }];
}

function entry(
  kind: EntryKind,
  part: EntryPart,
  line: OrderLine,
  quantity: number,
  co2eKg: number,
): EntryDraft {
  const lineNumber = line.number;
  return {
    kind,
    part,
    lineNumber,
    quantity,
    co2eKg,
    lessCo2eKg: 0,
    times: 1,
    calculationId: null,
  };
}
