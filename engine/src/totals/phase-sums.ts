import type { Segment } from '../resolve/memory.ts';
import { LIFECYCLE_PHASES } from '../vocabulary.ts';

/**
 * Sums of flows by phase in the order of `totalOf`, with every partial sum: a segment that is replaced adds up
 * again only what follows it in its phases, so that the bits are those of a sum over everything.
 */
export class PhaseSums {
  readonly #positions: Map<Segment, number>;
  readonly #phases: readonly PhaseSum[];

  constructor(segments: readonly Segment[]) {
    this.#positions = new Map(segments.map((segment, at) => [segment, at]));
    this.#phases = LIFECYCLE_PHASES.map((_, phase) => new PhaseSum(segments, phase));
  }

  /** True if the segment is part of the sums. */
  has(segment: Segment): boolean {
    return this.#positions.has(segment);
  }

  replace(old: Segment, now: Segment): void {
    const position = this.#positions.get(old);
    if (position === undefined) throw new TypeError('The segment is not part of the sums.');
    this.#positions.delete(old);
    this.#positions.set(now, position);
    for (const [phase, sum] of this.#phases.entries()) sum.replace(position, flowsOf(now, phase));
  }

  get total(): number {
    let total = 0;
    for (const phase of this.#phases) total += phase.total();
    return total;
  }
}

/** Flows of one phase over all segments, in kg CO2e. */
class PhaseSum {
  readonly #flows: number[] = [];
  /** Sum of the flows before each position. */
  readonly #sums: number[] = [0];
  /** Number of flows before each segment. */
  readonly #starts: Int32Array;
  /** Flows before it are added up. */
  #addedUpTo = 0;

  constructor(segments: readonly Segment[], phase: number) {
    this.#starts = new Int32Array(segments.length + 1);
    for (const [at, segment] of segments.entries()) {
      this.#flows.push(...flowsOf(segment, phase));
      this.#starts[at + 1] = this.#flows.length;
    }
  }

  replace(segment: number, now: readonly number[]): void {
    const starts = this.#starts;
    const start = starts[segment] ?? 0;
    const count = (starts[segment + 1] ?? 0) - start;
    if (count === 0 && now.length === 0) return;
    this.#addedUpTo = Math.min(this.#addedUpTo, start);
    if (count === now.length) {
      for (const [at, kg] of now.entries()) this.#flows[start + at] = kg;
      return;
    }
    this.#flows.splice(start, count, ...now);
    const more = now.length - count;
    for (let at = segment + 1; at < starts.length; at++) starts[at] = (starts[at] ?? 0) + more;
  }

  total(): number {
    const [flows, sums] = [this.#flows, this.#sums];
    let sum = sums[this.#addedUpTo] ?? 0;
    for (let at = this.#addedUpTo; at < flows.length; at++) {
      sum += flows[at] ?? 0;
      sums[at + 1] = sum;
    }
    this.#addedUpTo = flows.length;
    return sum;
  }
}

function flowsOf({ co2eKg, phases }: Segment, phase: number): number[] {
  const flows: number[] = [];
  for (let at = 0; at < phases.length; at++) {
    if (phases[at] === phase) flows.push(co2eKg[at] ?? 0);
  }
  return flows;
}
