import type { FullDetails } from '../full-details.ts';
import type { FullMethod } from '../method.ts';
import type { ResolvedProduct } from '../resolve/resolved.ts';
import type { Snapshot } from '../snapshot.ts';
import type { ElectricityAccounting } from '../vocabulary.ts';
import type { Work } from './contributions.ts';
import { dataQualityOf, exemptedPercentOf, primaryDataShareOf } from './data-quality.ts';
import { greenhouseGasesOf } from './greenhouse-gases.ts';
import { indicatorsOf } from './indicators.ts';
import { analyticInterval, sampledInterval, sensitivitiesOf } from './uncertainty.ts';

/** The flows that count in the total: BEYOND_SYSTEM and the other electricity accounting do not. */
export function countedWork(work: readonly Work[], accounting: ElectricityAccounting): Work[] {
  return work.filter(
    ({ phase, flow }) =>
      phase !== 'BEYOND_SYSTEM' && (flow.accounting ?? accounting) === accounting,
  );
}

interface Evaluated {
  readonly root: ResolvedProduct;
  readonly all: readonly Work[];
  /** The work that the total counts. */
  readonly counted: readonly Work[];
  readonly total: number;
}

/** Everything that FULL adds to a result, from the same flows. */
export function fullDetails(
  snapshot: Snapshot,
  method: FullMethod,
  { root: { uses = 0, years = 0 }, all, counted, total }: Evaluated,
): FullDetails {
  const uncertainty = analyticInterval(counted, total, snapshot);
  const { monteCarlo } = method;
  const beyond = all.filter(({ phase }) => phase === 'BEYOND_SYSTEM');
  return {
    boundary: method.boundary,
    recycling: method.recycling,
    electricity: {
      accounting: method.electricity,
      locationCo2eKg: totalOf(countedWork(all, 'LOCATION')),
      marketCo2eKg: totalOf(countedWork(all, 'MARKET')),
    },
    beyondSystemCo2eKg: totalOf(beyond),
    greenhouseGases: greenhouseGasesOf(counted, total, snapshot),
    indicators: indicatorsOf(counted, total),
    uncertainty,
    monteCarlo: monteCarlo ? sampledInterval(counted, uncertainty, monteCarlo, snapshot) : null,
    sensitivities: sensitivitiesOf(counted, total),
    dataQuality: dataQualityOf(counted),
    primaryDataShare: primaryDataShareOf(counted, total),
    exemptedEmissionsPercent: exemptedPercentOf(counted, total),
    perUse: uses > 0 ? { uses, co2eKg: total / uses } : null,
    perYear: years > 0 ? { years, co2eKg: total / years } : null,
  };
}

function totalOf(work: readonly Work[]): number {
  let total = 0;
  for (const { co2eKg } of work) total += co2eKg;
  return total;
}
