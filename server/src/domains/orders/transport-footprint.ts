import {
  CalculationError,
  calculateTransport,
  type Problem,
  type TransportLeg,
} from '@trackway/engine';
import type { Path } from '../../rules/inputs/problems.ts';
import type { Work } from '../../rules/mutations/work.ts';
import { engineTask, runEngine } from '../calculations/index.ts';

type Transport = {
  readonly legs: readonly TransportLeg[];
  /** Carried by each leg that has no mass of its own. */
  readonly massKg: number | undefined;
  /** The place of the legs in the input. */
  readonly path: Path;
};

/** Emissions of transport legs in kg CO2e: Σ t·km · factor. Reports all problems of the legs at once. */
export const transportLegsTask = engineTask(
  'calculate transport legs',
  async ({ library, gazetteer }, _tenant, { legs, massKg, path }: Transport) =>
    runEngine(path, () => {
      const problems: Problem[] = [];
      let total = 0;
      for (const [at, leg] of legs.entries()) {
        try {
          const carried = { ...leg, massKg: leg.massKg ?? massKg };
          total += calculateTransport(carried, library, { gazetteer }).co2eKg;
        } catch (error) {
          if (!(error instanceof CalculationError)) throw error;
          problems.push(...error.problems.map((each) => ({ ...each, path: [at, ...each.path] })));
        }
      }
      if (problems.length > 0) throw new CalculationError(problems);
      return total;
    }),
);

export async function transportFootprint(work: Work, transport: Transport): Promise<number> {
  if (transport.legs.length === 0) return 0;
  return work.compute(transportLegsTask, transport);
}
