import type { Warning } from '../errors.ts';
import type { Snapshot } from '../snapshot.ts';
import { pathWithin, type Work } from './contributions.ts';
import type { ProductActivity } from './product-activities.ts';

/** Contributions below this share of the result are too small to be warned of. */
const LARGE_SHARE = 0.1;

/** The engine whose results had no warnings: a replay adds none. */
const WITHOUT_WARNINGS = '0.1.0';

/** Warnings of the declaration, and of the result against its kind and the age of its factors. */
export function warningsOf(
  { engineVersion }: Snapshot,
  activities: readonly ProductActivity[],
  work: readonly Work[],
  total: number,
): readonly Warning[] {
  if (engineVersion === WITHOUT_WARNINGS) return [];
  const products = new Set(activities.map(({ product }) => product));
  const declared = [...products].flatMap((product, at) =>
    (product.warnings ?? []).map((warning) =>
      at === 0 ? warning : { ...warning, path: pathWithin(product, warning.path) },
    ),
  );
  return [...declared, ...unusualResult(activities, work, total), ...oldFactor(work, total)];
}

function unusualResult(
  activities: readonly ProductActivity[],
  work: readonly Work[],
  total: number,
): Warning[] {
  const expected = activities[0]?.product.expected;
  if (expected === undefined) return [];
  const { label, lowCo2eKg, highCo2eKg, hasUse, source } = expected;
  const use = hasUse ? work.filter(({ phase }) => phase === 'USE') : [];
  const rest = use.reduce((sum, { co2eKg }) => sum - co2eKg, total);
  if (total >= lowCo2eKg && rest <= highCo2eKg) return [];
  const text = (co2eKg: number) => Number(co2eKg.toPrecision(3));
  const message = `${text(total)} kg CO2e is unusual for ${label} of this mass: 90 % of published footprints are ${text(lowCo2eKg)} to ${text(highCo2eKg)} (${source}).`;
  return [{ path: [], code: 'UNUSUAL_RESULT', message }];
}

/** The oldest of the factors that carry much of the result, if its age is of the worst score. */
function oldFactor(work: readonly Work[], total: number): Warning[] {
  const shares = new Map<Work['factor'], number>();
  const isOld = (item: Work) => item.scores?.temporal === 5 && item.factor.year !== null;
  for (const item of work) {
    if (!isOld(item)) continue;
    shares.set(item.factor, (shares.get(item.factor) ?? 0) + Math.abs(item.co2eKg));
  }
  const large = [...shares].filter(([, kg]) => kg > LARGE_SHARE * Math.abs(total));
  const [oldest] = large.sort(([a], [b]) => (a.year ?? 0) - (b.year ?? 0));
  if (oldest === undefined) return [];
  const [factor, kg] = oldest;
  const path = work.find((item) => item.factor === factor)?.flow.path ?? [];
  const share = Math.round((100 * kg) / Math.abs(total));
  const message = `"${factor.name}" is of ${factor.year} and carries ${share} % of the result.`;
  return [{ path, code: 'OLD_FACTOR', message }];
}
