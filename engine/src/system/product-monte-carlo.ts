import { streamOf } from '../random.ts';
import { accumulateRows } from './accumulate-rows.ts';
import type { Distribution } from './distribution.ts';
import type { MonteCarloModel } from './monte-carlo.ts';
import { createSampler, drawValues, writeFixed } from './sampling.ts';
import { SystemError } from './system-error.ts';

/** One uncertain number. Equal keys share their draws, within a product and across alternatives. */
interface Parameter {
  readonly key: number;
  readonly distribution: Distribution;
}

/** `base` × all its parameters × `row`: a component's amount, its factor, its impacts per unit. */
interface ProductTerm {
  readonly base: number;
  /** Indices of parameters; typically the amount, and the background as a spread around 1. */
  readonly parameters: readonly number[];
  /** Impact per unit by indicator; background intensities, solved beforehand. */
  readonly row: ArrayLike<number>;
}

interface ProductModel {
  readonly indicatorCount: number;
  readonly parameters: readonly Parameter[];
  readonly terms: readonly ProductTerm[];
}

/**
 * h = Σ base · Π parameters · row, sampled: the uncertainty of one product whose background is
 * already solved.
 */
export function createProductModel(product: ProductModel): MonteCarloModel {
  const { indicatorCount, parameters, terms } = product;
  requireSound(product);
  const sampler = createSampler(
    parameters.map(({ distribution }) => distribution),
    (place) => parameters[place]?.key ?? 0,
  );
  const drawn = new Float64Array(parameters.length);
  writeFixed(sampler, drawn);
  const bases = Float64Array.from(terms, ({ base }) => base);
  const factorStart = new Int32Array(terms.length + 1);
  terms.forEach((term, at) => {
    factorStart[at + 1] = (factorStart[at] ?? 0) + term.parameters.length;
  });
  const factors = Int32Array.from(terms.flatMap((term) => [...term.parameters]));
  const rowsOfTerms = new Float64Array(terms.length * indicatorCount);
  terms.forEach(({ row }, at) => {
    rowsOfTerms.set(row, at * indicatorCount);
  });
  const amounts = new Float64Array(terms.length);
  const rows = {
    starts: Int32Array.of(0),
    ends: Int32Array.of(terms.length),
    suppliers: Int32Array.from(terms, (_, at) => at),
    amounts,
    values: rowsOfTerms,
    initial: new Float64Array(indicatorCount),
    width: indicatorCount,
  };
  return {
    indicatorCount,
    sample(seed, from, to) {
      const target = new Float64Array((to - from) * indicatorCount);
      for (let iteration = from; iteration < to; iteration++) {
        drawValues(sampler, streamOf(seed, iteration), drawn);
        for (let term = 0; term < amounts.length; term++) {
          let amount = bases[term] ?? 0;
          const end = factorStart[term + 1] ?? 0;
          for (let at = factorStart[term] ?? 0; at < end; at++)
            amount *= drawn[factors[at] ?? 0] ?? 0;
          amounts[term] = amount;
        }
        accumulateRows({ ...rows, target }, 0, 1, 0, from - iteration);
      }
      return target;
    },
  };
}

function requireSound({ indicatorCount, parameters, terms }: ProductModel): void {
  terms.forEach((term, at) => {
    const isSound =
      Number.isFinite(term.base) &&
      term.row.length === indicatorCount &&
      term.parameters.every((index) => parameters[index] !== undefined);
    if (!isSound) {
      throw new SystemError('INVALID_SYSTEM', `Term ${at} lacks a number, a row or a parameter.`);
    }
  });
}
