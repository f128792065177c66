/**
 * A raw process system: what textbooks, input–output tables and LCA databases are made of. Plain
 * JSON; every amount is in the product's or flow's own unit, which the caller keeps consistent.
 */
export interface ProcessSystem {
  readonly processes: readonly Process[];
  /** Impact per unit of an environmental flow. Flows without a factor stay in the inventory. */
  readonly characterisation: readonly {
    readonly indicator: string;
    readonly flow: string;
    readonly factor: number;
  }[];
  readonly demand: readonly Exchange[];
}

export interface Process {
  readonly id: string;
  /** Products of the process. Amounts need not be 1; all exchanges are scaled to them. */
  readonly outputs?: readonly ProcessOutput[];
  /** Waste the process takes in as its service: its output, seen from who has the waste. */
  readonly treats?: readonly ProcessOutput[];
  /** Inputs from other processes. A negative amount is a credit: an avoided product. */
  readonly inputs?: readonly Exchange[];
  /** Waste it hands to a process that `treats` it. */
  readonly wastes?: readonly Exchange[];
  /**
   * Elementary flows between the process and nature; signs as the characterisation expects them.
   */
  readonly interventions?: readonly { readonly flow: string; readonly amount: number }[];
  /** Method that divides inputs and interventions among several outputs. */
  readonly allocation?: AllocationMethod;
}

export type AllocationMethod = 'MASS' | 'ECONOMIC' | 'ENERGY' | 'CUSTOM';

/** One product of a process; the allocation method determines which properties it needs. */
export interface ProcessOutput {
  readonly product: string;
  readonly amount: number;
  readonly massKgPerUnit?: number;
  readonly pricePerUnit?: number;
  readonly energyMjPerUnit?: number;
  /** For CUSTOM: the share of the whole process; all shares sum to 1 ± 1e-9. */
  readonly share?: number;
}

export interface Exchange {
  readonly product: string;
  readonly amount: number;
  /** The process that supplies it; needed only where several do. */
  readonly provider?: string;
}

export type ProcessProblemCode =
  | 'DUPLICATE_PROCESS'
  | 'NO_OUTPUT'
  | 'NOT_A_NUMBER'
  | 'ALLOCATION_MISSING'
  | 'ALLOCATION_SHARES'
  | 'UNKNOWN_PRODUCT'
  | 'AMBIGUOUS_PROVIDER'
  | 'NON_PRODUCTIVE_CYCLE'
  | 'CYCLE_NOT_CONVERGED';

/** `path` leads into the document: `processes.3.inputs.0`. */
export interface ProcessProblem {
  readonly path: string;
  readonly code: ProcessProblemCode;
  readonly message: string;
  /** Ids of the processes along a loop that cannot be solved. */
  readonly loop?: readonly string[];
}

/** Everything wrong with a process system, found in one reading. */
export class ProcessSystemError extends Error {
  readonly problems: readonly ProcessProblem[];

  constructor(problems: readonly ProcessProblem[]) {
    super(problems.map(({ path, message }) => `${path}: ${message}`).join('\n'));
    this.name = 'ProcessSystemError';
    this.problems = problems;
  }
}
