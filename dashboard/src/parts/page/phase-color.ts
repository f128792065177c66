/** Each phase keeps its colour on every page. */
export const phaseColor = (phase: string) =>
  `var(--phase-${phase.toLowerCase().replaceAll('_', '-')})`;
