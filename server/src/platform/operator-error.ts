/**
 * A fault that the operator can correct: a setting, a port, a data folder. It is shown as its
 * sentence, without a stack.
 */
export class OperatorError extends Error {}
