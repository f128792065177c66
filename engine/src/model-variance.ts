/**
 * σ² of ln x of a whole FULL result, beyond its factors and declared amounts: the error of the model, such as
 * the choice of factors, defaults, boundary and the judgement of bills. It is common to all contributions
 * and does not average out.
 *
 * Maximum likelihood over the published footprints of docs/validation.md: ln(ours / published) is normal
 * around 0 with the variance of the parameters plus this one. `tests/validation` repeats the estimate, holds
 * this value within its 95 % likelihood interval and checks the intervals on products and groups that an
 * estimate has not seen (docs/methods/quality.md). Snapshots hold the value that they were made with.
 */
export const MODEL_VARIANCE = 0.25;
