/** P·M = L·U with partial pivoting; `isSingular` means a pivot vanished within rounding. */
export interface DenseLu {
  readonly size: number;
  readonly factors: Float64Array;
  /** Row of M for each row of L·U. */
  readonly rowAt: Int32Array;
  readonly isSingular: boolean;
}

/**
 * Factors a square row-major matrix in place: 2n³/3 operations (Golub & Van Loan, §3.4).
 *
 * Pivots are chosen and judged on the equilibrated matrix (rows, then columns, scaled to 1):
 * otherwise amounts in joules next to amounts in tonnes would look singular.
 */
export function factorDense(matrix: Float64Array, size: number): DenseLu {
  const rowAt = Int32Array.from({ length: size }, (_, row) => row);
  const { rowScale, columnScale } = equilibrate(matrix, size);
  const vanishing = size * Number.EPSILON;
  for (let column = 0; column < size; column++) {
    const pivotRow = findPivot(matrix, size, column, rowScale);
    if (pivotRow !== column) swapRows({ matrix, rowAt, rowScale, size }, pivotRow, column);
    const pivot = matrix[column * size + column] ?? 0;
    const judged = Math.abs(pivot) * (rowScale[column] ?? 0) * (columnScale[column] ?? 0);
    if (!(judged > vanishing)) return { size, factors: matrix, rowAt, isSingular: true };
    const source = column * size;
    for (let row = column + 1; row < size; row++) {
      const target = row * size;
      const factor = (matrix[target + column] ?? 0) / pivot;
      matrix[target + column] = factor;
      if (factor === 0) continue;
      for (let k = column + 1; k < size; k++) {
        matrix[target + k] = (matrix[target + k] ?? 0) - factor * (matrix[source + k] ?? 0);
      }
    }
  }
  return { size, factors: matrix, rowAt, isSingular: false };
}

/** Solves M·y = b for `width` right-hand sides, row-major [row][lane]; returns a new array. */
export function solveDense(lu: DenseLu, rightHand: Float64Array, width: number): Float64Array {
  const { size, factors, rowAt } = lu;
  const solution = new Float64Array(size * width);
  for (let row = 0; row < size; row++) {
    const source = (rowAt[row] ?? 0) * width;
    for (let lane = 0; lane < width; lane++) {
      solution[row * width + lane] = rightHand[source + lane] ?? 0;
    }
    for (let k = 0; k < row; k++) {
      subtractRow(solution, row, k, factors[row * size + k] ?? 0, width);
    }
  }
  for (let row = size - 1; row >= 0; row--) {
    for (let k = row + 1; k < size; k++) {
      subtractRow(solution, row, k, factors[row * size + k] ?? 0, width);
    }
    divideRow(solution, row, factors[row * size + row] ?? 0, width);
  }
  return solution;
}

/** Solves Mᵀ·x = b for one right-hand side; returns a new array. */
export function solveDenseTransposed(lu: DenseLu, rightHand: Float64Array): Float64Array {
  const { size, factors, rowAt } = lu;
  const work = rightHand.slice(0, size);
  for (let row = 0; row < size; row++) {
    divideRow(work, row, factors[row * size + row] ?? 0, 1);
    for (let k = row + 1; k < size; k++) subtractRow(work, k, row, factors[row * size + k] ?? 0, 1);
  }
  for (let row = size - 1; row >= 0; row--) {
    for (let k = 0; k < row; k++) subtractRow(work, k, row, factors[row * size + k] ?? 0, 1);
  }
  const solution = new Float64Array(size);
  for (let row = 0; row < size; row++) solution[rowAt[row] ?? 0] = work[row] ?? 0;
  return solution;
}

function equilibrate(matrix: Float64Array, size: number) {
  const rowScale = new Float64Array(size);
  const columnScale = new Float64Array(size);
  for (let row = 0; row < size; row++) {
    let largest = 0;
    for (let k = 0; k < size; k++)
      largest = Math.max(largest, Math.abs(matrix[row * size + k] ?? 0));
    rowScale[row] = largest > 0 ? 1 / largest : 1;
  }
  for (let column = 0; column < size; column++) {
    let largest = 0;
    for (let row = 0; row < size; row++) {
      const scaled = Math.abs(matrix[row * size + column] ?? 0) * (rowScale[row] ?? 0);
      largest = Math.max(largest, scaled);
    }
    columnScale[column] = largest > 0 ? 1 / largest : 1;
  }
  return { rowScale, columnScale };
}

function findPivot(matrix: Float64Array, size: number, column: number, rowScale: Float64Array) {
  let best = column;
  let largest = 0;
  for (let row = column; row < size; row++) {
    const candidate = Math.abs(matrix[row * size + column] ?? 0) * (rowScale[row] ?? 0);
    if (candidate > largest) {
      largest = candidate;
      best = row;
    }
  }
  return best;
}

interface Rows {
  readonly matrix: Float64Array;
  readonly rowAt: Int32Array;
  readonly rowScale: Float64Array;
  readonly size: number;
}

function swapRows({ matrix, rowAt, rowScale, size }: Rows, a: number, b: number) {
  const kept = matrix.slice(a * size, (a + 1) * size);
  matrix.copyWithin(a * size, b * size, (b + 1) * size);
  matrix.set(kept, b * size);
  swap(rowAt, a, b);
  swap(rowScale, a, b);
}

function swap(values: Int32Array | Float64Array, a: number, b: number) {
  const kept = values[a] ?? 0;
  values[a] = values[b] ?? 0;
  values[b] = kept;
}

function subtractRow(
  rows: Float64Array,
  target: number,
  source: number,
  by: number,
  width: number,
) {
  if (by === 0) return;
  for (let lane = 0; lane < width; lane++) {
    const at = target * width + lane;
    rows[at] = (rows[at] ?? 0) - by * (rows[source * width + lane] ?? 0);
  }
}

function divideRow(rows: Float64Array, row: number, by: number, width: number) {
  for (let lane = 0; lane < width; lane++) {
    rows[row * width + lane] = (rows[row * width + lane] ?? 0) / by;
  }
}
