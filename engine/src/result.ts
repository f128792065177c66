import type { Warning } from './errors.ts';
import type { FullDetails } from './full-details.ts';
import type { Path } from './path.ts';
import type { DeclaredUnit } from './product.ts';
import type { Alternatives, FlowRole, Gap } from './resolve/resolved.ts';
import type { Snapshot } from './snapshot.ts';
import type { LifecyclePhase } from './vocabulary.ts';

export interface PhaseShare {
  readonly phase: LifecyclePhase;
  readonly co2eKg: number;
  /** Share of the total, 0 to 1; 0 where the total is 0. */
  readonly share: number;
}

/**
 * Contribution of one flow of the life cycle: amount × factor. The contributions add up to the
 * total.
 */
export interface Contribution {
  /** The path as text, with the role: unique within the result. */
  readonly id: string;
  readonly path: Path;
  readonly label: string;
  readonly phase: LifecyclePhase;
  readonly role: FlowRole;
  /** The product that has the flow; another than the calculated one for sub-products. */
  readonly productId: string;
  readonly factorId: string;
  readonly factorName: string;
  readonly setId: string;
  readonly geography: string;
  readonly year: number | null;
  /** Publication of the factor, or the company of a supplier's own footprint. */
  readonly source: string;
  /** Id of a supplier's own footprint; absent for factors of a library, which know theirs. */
  readonly sourceReference?: string | undefined;
  readonly amount: number;
  readonly unit: string;
  readonly co2eKgPerUnit: number;
  readonly co2eKg: number;
  readonly share: number;
  /** Other factors that serve the name; absent when there are none, and in BASIC results. */
  readonly alternatives?: Alternatives | undefined;
  /** Energy of the declared use, which has no error of the model; absent for all else, and in BASIC results. */
  readonly isDeclaredUse?: boolean | undefined;
}

/**
 * A value that was not declared: the value used instead, its reason, and its share of the result.
 */
export interface Assumption {
  readonly path: Path;
  readonly value: string | number;
  readonly reason: string;
  readonly source: string;
  /** Share of the result that hangs on it, 0 to 1. The list is sorted by it, largest first. */
  readonly contributionShare: number;
}

/** Global warming potentials behind the result, by share of the total. */
export interface GwpMix {
  readonly sets: readonly { readonly gwpSet: string; readonly share: number }[];
  readonly isMixed: boolean;
}

/** Factor set used by the result, with the attribution that must be shown. */
export interface UsedSet {
  readonly id: string;
  readonly slug: string;
  readonly title: string;
  readonly licence: string;
  readonly attribution: string;
  readonly attributionUrls: readonly string[];
}

/** The result of a calculation: immutable, and able to prove itself from its snapshot. */
export interface Footprint {
  readonly detail: 'BASIC' | 'FULL';
  readonly subject: {
    readonly id: string;
    readonly name: string;
    readonly declaredUnit: DeclaredUnit;
  };
  readonly co2eKg: number;
  readonly phases: readonly PhaseShare[];
  /** Largest first. */
  readonly contributions: readonly Contribution[];
  readonly assumptions: readonly Assumption[];
  readonly notCovered: readonly Gap[];
  /** Implausible inputs and results; none of them changes the result. */
  readonly warnings: readonly Warning[];
  readonly gwp: GwpMix;
  readonly factorSets: readonly UsedSet[];
  /** Everything beyond climate by phase; null for BASIC. */
  readonly full: FullDetails | null;
  readonly engineVersion: string;
  /** SHA-256 of the snapshot's canonical JSON. */
  readonly snapshotHash: string;
  readonly snapshot: Snapshot;
}
