import { orderComponents } from './components.ts';
import { SystemError } from './system-error.ts';

/** A system as the caller knows it: nodes and edges by number. */
export interface SystemInput {
  readonly nodeCount: number;
  readonly indicatorCount: number;
  /** Edge e: one unit of `consumers[e]` takes `amounts[e]` units of `suppliers[e]`. */
  readonly consumers: Int32Array;
  readonly suppliers: Int32Array;
  readonly amounts: Float64Array;
  /** Direct impact per unit of a node, row-major [node][indicator]. */
  readonly direct: Float64Array;
}

/**
 * The same system in solving order. "Position" is the index of a node in that order; every array
 * below that is not named after nodes or edges is indexed by position.
 *
 * The slots of a row hold three kinds of suppliers in turn: suppliers of earlier components,
 * suppliers of the row's own loop (from `internalStart`), the row itself (from `selfStart`).
 */
export interface CompiledSystem {
  readonly nodeCount: number;
  readonly edgeCount: number;
  readonly indicatorCount: number;
  readonly positionOf: Int32Array<ArrayBuffer>;
  readonly nodeAt: Int32Array<ArrayBuffer>;
  readonly componentFirst: Int32Array<ArrayBuffer>;
  readonly rowStart: Int32Array<ArrayBuffer>;
  readonly internalStart: Int32Array<ArrayBuffer>;
  readonly selfStart: Int32Array<ArrayBuffer>;
  readonly suppliers: Int32Array<ArrayBuffer>;
  readonly amounts: Float64Array<ArrayBuffer>;
  readonly slotOf: Int32Array<ArrayBuffer>;
  /** Components that need more than substitution: pairs of first position and end. */
  readonly cycles: Int32Array<ArrayBuffer>;
  /** Direct impact, row-major [position][indicator]. */
  readonly direct: Float64Array<ArrayBuffer>;
}

/**
 * Brings a system into solving order: CSR by consumer, strongly connected components, suppliers
 * before consumers. Edges of one row keep their given order, so equal input gives equal bits.
 */
export function compileSystem(input: SystemInput): CompiledSystem {
  requireValid(input);
  const { nodeCount, indicatorCount, consumers, suppliers } = input;
  const { nodeAt, componentFirst } = orderNodes(input);
  const positionOf = new Int32Array(nodeCount);
  for (let position = 0; position < nodeCount; position++) {
    positionOf[nodeAt[position] ?? 0] = position;
  }
  const { rowStart, internalStart, selfStart } = countSlots(input, positionOf, componentFirst);
  const edgeCount = consumers.length;
  const slotOf = new Int32Array(edgeCount);
  const supplierAt = new Int32Array(edgeCount);
  const amountAt = new Float64Array(edgeCount);
  const cursors = [rowStart.slice(), internalStart.slice(), selfStart.slice()] as const;
  for (let edge = 0; edge < edgeCount; edge++) {
    const consumer = positionOf[consumers[edge] ?? 0] ?? 0;
    const supplier = positionOf[suppliers[edge] ?? 0] ?? 0;
    const cursor = cursors[slotKind(consumer, supplier, componentFirst)];
    const slot = cursor[consumer] ?? 0;
    cursor[consumer] = slot + 1;
    slotOf[edge] = slot;
    supplierAt[slot] = supplier;
    amountAt[slot] = input.amounts[edge] ?? 0;
  }
  return {
    nodeCount,
    edgeCount,
    indicatorCount,
    positionOf,
    nodeAt,
    componentFirst,
    rowStart,
    internalStart,
    selfStart,
    suppliers: supplierAt,
    amounts: amountAt,
    slotOf,
    cycles: findCycles(componentFirst, rowStart, internalStart),
    direct: permuteRows(input.direct, nodeAt, indicatorCount),
  };
}

function orderNodes(input: SystemInput) {
  const { nodeCount, consumers, suppliers } = input;
  const rowStart = new Int32Array(nodeCount + 1);
  for (let edge = 0; edge < consumers.length; edge++) {
    const row = (consumers[edge] ?? 0) + 1;
    rowStart[row] = (rowStart[row] ?? 0) + 1;
  }
  for (let node = 0; node < nodeCount; node++) {
    rowStart[node + 1] = (rowStart[node + 1] ?? 0) + (rowStart[node] ?? 0);
  }
  const cursor = rowStart.slice();
  const byRow = new Int32Array(suppliers.length);
  for (let edge = 0; edge < consumers.length; edge++) {
    const row = consumers[edge] ?? 0;
    const slot = cursor[row] ?? 0;
    cursor[row] = slot + 1;
    byRow[slot] = suppliers[edge] ?? 0;
  }
  return orderComponents(rowStart, byRow);
}

function slotKind(consumer: number, supplier: number, componentFirst: Int32Array): 0 | 1 | 2 {
  if (supplier === consumer) return 2;
  return supplier < (componentFirst[consumer] ?? 0) ? 0 : 1;
}

function countSlots(input: SystemInput, positionOf: Int32Array, componentFirst: Int32Array) {
  const { nodeCount, consumers, suppliers } = input;
  const rowStart = new Int32Array(nodeCount + 1);
  const internalStart = new Int32Array(nodeCount);
  const selfStart = new Int32Array(nodeCount);
  const counts = [rowStart, internalStart, selfStart] as const;
  for (let edge = 0; edge < consumers.length; edge++) {
    const consumer = positionOf[consumers[edge] ?? 0] ?? 0;
    const supplier = positionOf[suppliers[edge] ?? 0] ?? 0;
    const count = counts[slotKind(consumer, supplier, componentFirst)];
    count[consumer] = (count[consumer] ?? 0) + 1;
  }
  let slot = 0;
  for (let row = 0; row < nodeCount; row++) {
    const external = rowStart[row] ?? 0;
    const internal = internalStart[row] ?? 0;
    const self = selfStart[row] ?? 0;
    rowStart[row] = slot;
    internalStart[row] = slot + external;
    selfStart[row] = slot + external + internal;
    slot += external + internal + self;
  }
  rowStart[nodeCount] = slot;
  return { rowStart, internalStart, selfStart };
}

/** A component needs solving if it has more than one member or a member that supplies itself. */
function findCycles(componentFirst: Int32Array, rowStart: Int32Array, internalStart: Int32Array) {
  const bounds: number[] = [];
  const count = componentFirst.length;
  for (let from = 0, to = 1; from < count; from = to, to++) {
    while (to < count && componentFirst[to] === from) to++;
    if ((internalStart[from] ?? 0) < (rowStart[from + 1] ?? 0)) bounds.push(from, to);
  }
  return Int32Array.from(bounds);
}

function permuteRows(rows: Float64Array, nodeAt: Int32Array, width: number) {
  const permuted = new Float64Array(rows.length);
  for (let position = 0; position < nodeAt.length; position++) {
    const source = (nodeAt[position] ?? 0) * width;
    const target = position * width;
    for (let k = 0; k < width; k++) permuted[target + k] = rows[source + k] ?? 0;
  }
  return permuted;
}

function requireValid(input: SystemInput): void {
  const { nodeCount, indicatorCount, consumers, suppliers, amounts, direct } = input;
  if (!Number.isInteger(nodeCount) || nodeCount < 0 || indicatorCount < 1) {
    throw new SystemError('INVALID_SYSTEM', 'A system has a whole number of nodes and indicators.');
  }
  if (suppliers.length !== consumers.length || amounts.length !== consumers.length) {
    throw new SystemError('INVALID_SYSTEM', 'Consumers, suppliers and amounts differ in length.');
  }
  if (direct.length !== nodeCount * indicatorCount) {
    throw new SystemError(
      'INVALID_SYSTEM',
      'Direct impacts need one value per node and indicator.',
    );
  }
  for (let edge = 0; edge < consumers.length; edge++) {
    const consumer = consumers[edge] ?? -1;
    const supplier = suppliers[edge] ?? -1;
    const isKnown = consumer >= 0 && consumer < nodeCount && supplier >= 0 && supplier < nodeCount;
    if (!isKnown || !Number.isFinite(amounts[edge])) {
      throw new SystemError('INVALID_SYSTEM', `Edge ${edge} names an unknown node or no amount.`);
    }
  }
  for (let at = 0; at < direct.length; at++) {
    if (!Number.isFinite(direct[at])) {
      const node = Math.floor(at / indicatorCount);
      throw new SystemError('INVALID_SYSTEM', `Node ${node} has an impact that is no number.`, [
        node,
      ]);
    }
  }
}
