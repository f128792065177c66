import type { Segment } from '../resolve/memory.ts';
import { LIFECYCLE_PHASES } from '../vocabulary.ts';

/**
 * Sums of flows by phase in the order of `totalOf`, with every partial sum: a segment that is replaced adds up
 * again only what follows its first changed flow in a phase, so that the bits are those of a sum over everything.
 */
export class PhaseSums {
  readonly #segments: Segment[];
  readonly #positions: Map<Segment, number>;
  readonly #phases: readonly PhaseSum[];
  /** Number of flows of a segment met so far, by phase. */
  readonly #met = new Uint32Array(LIFECYCLE_PHASES.length);

  constructor(segments: readonly Segment[]) {
    this.#segments = [...segments];
    this.#positions = new Map(segments.map((segment, at) => [segment, at]));
    this.#phases = LIFECYCLE_PHASES.map((_, phase) => new PhaseSum(segments, phase));
  }

  get length(): number {
    return this.#segments.length;
  }

  /** True if the segment is part of the sums, at one place. Those without flows share one object. */
  has(segment: Segment): boolean {
    return segment.phases.length > 0 && this.#positions.has(segment);
  }

  replace(old: Segment, now: Segment): void {
    const position = this.#positions.get(old);
    if (position === undefined) throw new TypeError('The segment is not part of the sums.');
    this.replaceAt(position, now);
  }

  /** Another segment at the position of a known one; nothing changes if it is the same. */
  replaceAt(position: number, now: Segment | undefined): void {
    const old = this.#segments[position];
    if (old === undefined || now === undefined || old === now) return;
    this.#segments[position] = now;
    this.#positions.delete(old);
    this.#positions.set(now, position);
    if (hasSamePhases(old, now)) this.#overwrite(position, old, now);
    else
      for (const [phase, sum] of this.#phases.entries()) sum.replace(position, flowsOf(now, phase));
  }

  /** Only flows that differ are written: a phase without one keeps its sum. */
  #overwrite(position: number, old: Segment, now: Segment): void {
    const met = this.#met.fill(0);
    for (let at = 0; at < now.phases.length; at++) {
      const phase = now.phases[at] ?? 0;
      const nth = met[phase] ?? 0;
      met[phase] = nth + 1;
      const kg = now.co2eKg[at] ?? 0;
      if (!Object.is(kg, old.co2eKg[at])) this.#phases[phase]?.set(position, nth, kg);
    }
  }

  get total(): number {
    return this.#phases.reduce((total, phase) => total + phase.total(), 0);
  }
}

/** The same total of segments that stay as they are, without the partial sums. */
export function totalOfSegments(segments: readonly Segment[]): number {
  const sums = new Float64Array(LIFECYCLE_PHASES.length);
  for (const { co2eKg, phases } of segments) {
    for (let at = 0; at < phases.length; at++) {
      const phase = phases[at] ?? 0;
      sums[phase] = (sums[phase] ?? 0) + (co2eKg[at] ?? 0);
    }
  }
  let total = 0;
  for (const sum of sums) total += sum;
  return total;
}

/** Flows of one phase over all segments, in kg CO2e. */
class PhaseSum {
  #flows: Float64Array;
  /** Sum of the flows before each position. */
  #sums: Float64Array;
  /** Number of flows before each segment. */
  readonly #starts: Int32Array;
  /** Flows before it are added up. */
  #addedUpTo = 0;

  constructor(segments: readonly Segment[], phase: number) {
    const flows: number[] = [];
    this.#starts = new Int32Array(segments.length + 1);
    for (const [at, segment] of segments.entries()) {
      for (const kg of flowsOf(segment, phase)) flows.push(kg);
      this.#starts[at + 1] = flows.length;
    }
    this.#flows = Float64Array.from(flows);
    this.#sums = new Float64Array(flows.length + 1);
  }

  /** Another value of the nth flow of a segment. */
  set(segment: number, nth: number, kg: number): void {
    const at = (this.#starts[segment] ?? 0) + nth;
    this.#flows[at] = kg;
    if (at < this.#addedUpTo) this.#addedUpTo = at;
  }

  /** Other flows of a segment, as many as there are now. */
  replace(segment: number, now: readonly number[]): void {
    const starts = this.#starts;
    const start = starts[segment] ?? 0;
    const end = starts[segment + 1] ?? 0;
    if (end === start && now.length === 0) return;
    const more = now.length - (end - start);
    const flows = new Float64Array(this.#flows.length + more);
    flows.set(this.#flows.subarray(0, start));
    flows.set(now, start);
    flows.set(this.#flows.subarray(end), start + now.length);
    const sums = new Float64Array(flows.length + 1);
    sums.set(this.#sums.subarray(0, start + 1));
    this.#flows = flows;
    this.#sums = sums;
    this.#addedUpTo = Math.min(this.#addedUpTo, start);
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

function hasSamePhases({ phases: old }: Segment, { phases: now }: Segment): boolean {
  return old.length === now.length && old.every((phase, at) => phase === now[at]);
}

function flowsOf({ co2eKg, phases }: Segment, phase: number): number[] {
  const flows: number[] = [];
  for (let at = 0; at < phases.length; at++) {
    if (phases[at] === phase) flows.push(co2eKg[at] ?? 0);
  }
  return flows;
}
