import { badInput, CalculationError } from '../errors.ts';
import type { FactorSet } from '../factor.ts';
import { gwpSetOf, NOT_STATED } from '../gwp.ts';
import type { Gap } from '../resolve/resolved.ts';
import type { Assumption, Footprint, GwpMix, PhaseShare, UsedSet } from '../result.ts';
import { hashOf, isBefore040, type Snapshot } from '../snapshot.ts';
import { endStep } from '../step.ts';
import { LIFECYCLE_PHASES } from '../vocabulary.ts';
import { contributionsOf, decisionsOf, pathWithin, type Work, workOf } from './contributions.ts';
import { countedWork, fullDetails } from './full-evaluation.ts';
import { type ProductActivity, productActivities } from './product-activities.ts';
import { warningsOf } from './warnings.ts';

/**
 * The result that follows from a snapshot: the same bits wherever and whenever it is evaluated.
 * Sums run in the order of the declaration; nothing is rounded.
 */
export function evaluate(snapshot: Snapshot): Footprint {
  const { root, activities, all, work } = workBehind(snapshot);
  const { method } = snapshot;
  const phases = phasesOf(work);
  const co2eKg = withinNumbers(sum(phases.map((phase) => phase.co2eKg)));
  const { id, name, declaredUnit } = root;
  return {
    detail: method.detail,
    subject: { id, name, declaredUnit },
    co2eKg,
    phases: phases.map((phase) => ({ ...phase, share: shareOf(phase.co2eKg, co2eKg) })),
    contributions: contributionsOf(work, co2eKg),
    assumptions: assumptionsOf(snapshot, activities, work, co2eKg),
    notCovered: gapsOf(activities),
    warnings: warningsOf(snapshot, activities, work, co2eKg),
    gwp: gwpMixOf(work, co2eKg),
    factorSets: setsOf(work, snapshot.sets),
    full:
      method.detail === 'FULL'
        ? fullDetails(snapshot, method, { root, all, counted: work, total: co2eKg })
        : null,
    engineVersion: snapshot.engineVersion,
    snapshotHash: hashOf(snapshot),
    snapshot,
  };
}

/** kg CO2e of a snapshot: the total of `evaluate`, to the bit, without anything else of it. */
export function totalOf(snapshot: Snapshot): number {
  return sum(phasesOf(workBehind(snapshot).work).map((phase) => phase.co2eKg));
}

export const BEYOND_NUMBERS = 'The declared amounts are too large: no number can hold the result.';

/** Amounts may be as large as numbers go; what they add up to may not be larger. */
export function withinNumbers(co2eKg: number): number {
  if (Number.isFinite(co2eKg)) return co2eKg;
  throw new CalculationError([badInput([], BEYOND_NUMBERS)]);
}

/** Every flow at work behind a result, and those of them that its total counts. */
export function workBehind(snapshot: Snapshot) {
  endStep();
  const root = snapshot.products.find((product) => product.id === snapshot.rootId);
  if (root === undefined) throw new TypeError('The snapshot lacks its root product.');
  const factors = new Map(snapshot.factors.map((factor) => [factor.id, factor]));
  const activities = productActivities(root, snapshot.products);
  const all = workOf(activities, factors);
  const { method } = snapshot;
  const work = method.detail === 'FULL' ? countedWork(all, method.electricity) : all;
  return { root, activities, all, work };
}

function phasesOf(work: readonly Work[]): PhaseShare[] {
  const byPhase = Map.groupBy(work, (item) => item.phase);
  return LIFECYCLE_PHASES.flatMap((phase) => {
    const items = byPhase.get(phase);
    return items ? [{ phase, co2eKg: sum(items.map((item) => item.co2eKg)), share: 0 }] : [];
  });
}

function assumptionsOf(
  snapshot: Snapshot,
  activities: readonly ProductActivity[],
  work: readonly Work[],
  total: number,
): Assumption[] {
  const byFlow = new Map<string, number>();
  for (const { product, at, co2eKg } of work) {
    const key = `${product.id}\n${at}`;
    byFlow.set(key, (byFlow.get(key) ?? 0) + Math.abs(co2eKg));
  }
  const decided = decisionsOf(activities).map(({ product, decision, isRoot }) => {
    const { path, value, reason, source, flows } = decision;
    const hanging = sum(flows.map((at) => byFlow.get(`${product.id}\n${at}`) ?? 0));
    return {
      path: isRoot ? path : pathWithin(product, path),
      value,
      reason,
      source,
      contributionShare: shareOf(hanging, Math.abs(total)),
    };
  });
  const mix = gwpMixOf(work, total);
  return [...decided, ...mixAssumptions(mix, snapshot), ...conversionAssumptions(work, total)].sort(
    (a, b) => b.contributionShare - a.contributionShare,
  );
}

function conversionAssumptions(work: readonly Work[], total: number): Assumption[] {
  const converted = work.filter(({ factor }) => factor.gwpSet.includes('converted from'));
  const [first] = converted;
  if (first === undefined) return [];
  const hanging = sum(converted.map(({ co2eKg }) => Math.abs(co2eKg)));
  return [
    {
      path: ['gwpSet'],
      value: gwpSetOf(first.factor.gwpSet),
      reason: `${converted.length} factors were converted gas by gas to the global warming potentials asked for.`,
      source: 'IPCC assessment reports, GWP100',
      contributionShare: shareOf(hanging, Math.abs(total)),
    },
  ];
}

function mixAssumptions({ sets, isMixed }: GwpMix, snapshot: Snapshot): Assumption[] {
  const [first, ...others] = sets;
  if (!isMixed || first === undefined) return [];
  const made = (gwpSet: string) => madeWith(gwpSet, snapshot);
  return others.map(({ gwpSet, share }) => ({
    path: ['gwpSet'],
    value: gwpSet,
    reason: `Factors ${made(gwpSet)} are summed with factors ${made(first.gwpSet)}, as published.`,
    source: 'Sources of the factors',
    contributionShare: share,
  }));
}

function madeWith(gwpSet: string, snapshot: Snapshot): string {
  return gwpSet === NOT_STATED && !isBefore040(snapshot)
    ? 'whose sources do not state their global warming potentials'
    : `made with ${gwpSet}`;
}

function gapsOf(activities: readonly ProductActivity[]): Gap[] {
  const seen = new Set(activities.map(({ product }) => product));
  return [...seen].flatMap((product, at) =>
    product.gaps.map((gap) => (at === 0 ? gap : { ...gap, path: pathWithin(product, gap.path) })),
  );
}

/** Sets of warming potentials by their share, largest first. */
function gwpMixOf(work: readonly Work[], total: number): GwpMix {
  const shares = new Map<string, number>();
  for (const { factor, co2eKg } of work) {
    if (co2eKg === 0) continue;
    const gwpSet = gwpSetOf(factor.gwpSet);
    shares.set(gwpSet, (shares.get(gwpSet) ?? 0) + shareOf(co2eKg, total));
  }
  const sets = [...shares].map(([gwpSet, share]) => ({ gwpSet, share }));
  sets.sort((a, b) => b.share - a.share || (a.gwpSet < b.gwpSet ? -1 : 1));
  return { sets, isMixed: sets.length > 1 };
}

function setsOf(work: readonly Work[], sets: readonly FactorSet[]): UsedSet[] {
  const used = new Set(work.map(({ factor }) => factor.setId));
  return sets
    .filter((set) => used.has(set.id))
    .map(({ id, slug, title, licence, attribution, attributionUrls }) => ({
      id,
      slug,
      title,
      licence,
      attribution,
      attributionUrls,
    }));
}

function shareOf(part: number, total: number): number {
  return total === 0 ? 0 : part / total;
}

function sum(values: readonly number[]): number {
  let total = 0;
  for (const value of values) total += value;
  return total;
}
