/**
 * Reasons for which the kernel refuses a system.
 *
 * - `INVALID_SYSTEM`: the numbers do not describe a system.
 * - `NON_PRODUCTIVE_CYCLE`: a loop consumes at least its own output, so no finite amount of it can
 *   satisfy a demand (ρ(A) ≥ 1, or a singular I − A where credits are present).
 * - `CYCLE_NOT_CONVERGED`: a loop too large for the dense solver did not reach its residual.
 */
type SystemErrorCode = 'INVALID_SYSTEM' | 'NON_PRODUCTIVE_CYCLE' | 'CYCLE_NOT_CONVERGED';

/** A refusal of the calculation kernel; `nodes` are node numbers of the caller's own input. */
export class SystemError extends Error {
  readonly code: SystemErrorCode;
  readonly nodes: readonly number[];

  constructor(code: SystemErrorCode, message: string, nodes: readonly number[] = []) {
    super(message);
    this.name = 'SystemError';
    this.code = code;
    this.nodes = nodes;
  }
}
