import { t } from '../../../language.ts';
import { translatedLabel, translatedValue } from '../../../parts/service-text/translate.ts';
import { inSentence, labelled, shortNumber } from '../../../parts/texts/format.ts';
import type { Footprint } from './footprint.tsx';

type Assumption = Footprint['assumptions'][number];

/** Subjects of assumptions, by the last name in their path; other assumptions are about the factor of a part. */
const SUBJECTS: Readonly<Record<string, () => string>> = {
  A: () => t('Allocation of recycling'),
  country: () => t('Country'),
  distanceKm: () => t('Transport distance'),
  endOfLife: () => t('End of life'),
  energyRecovery: () => t('Energy recovered from waste'),
  gwpSet: () => t('Sets of warming potentials'),
  lossRate: () => t('Treatment of losses'),
  massKg: () => t('Mass, kg'),
  method: () => t('Vehicle and fuel'),
  process: () => t('Energy of the process'),
  processSteps: () => t('Process steps'),
  recycledShare: () => t('Recycled share'),
  refrigerated: () => t('Cooling in transport'),
  source: () => t('Source of energy'),
  transportLegs: () => t('Transport'),
  unit: () => t('Unit'),
  wastedShare: () => t('Share wasted by consumers'),
  year: () => t('Year of the electricity mix'),
};

/** Subject of an assumption with its part: "spinning: energy of the process". */
export function assumptionTitle(path: Assumption['path'], footprint: Footprint): string {
  const steps = Array.isArray(path) ? path.map(String) : [];
  const name = steps.findLast((step) => !/^\d+$/.test(step)) ?? '';
  const isOfPart = /^\d+$/.test(steps.at(-1) ?? '');
  const subject = (isOfPart ? undefined : SUBJECTS[name])?.() ?? t('Emission factor');
  const part = steps.length < 2 ? undefined : partName(steps, footprint);
  return part === undefined ? subject : labelled(part, inSentence(subject));
}

/**
 * Name of the part of the product that a path leads into: what the labels of its contributions begin with, those of its
 * ways, losses and treatments among them. Undefined for a part without contributions.
 */
function partName(steps: readonly string[], { contributions }: Footprint): string | undefined {
  const within = steps.slice(0, 2).join();
  const labels = (contributions?.nodes ?? []).flatMap((each) =>
    each !== null && String(each.path).split(',').slice(0, 2).join() === within
      ? [each.label.split(', ')]
      : [],
  );
  const [first = []] = labels;
  const different = first.findIndex((word, at) => labels.some((label) => label[at] !== word));
  const name = first.slice(0, different === -1 ? undefined : different).join(', ');
  if (name === '') return undefined;
  // A named process has no contribution of its own, only those of its electricity and its heat.
  return translatedLabel(
    steps[0] === 'processSteps' ? name.replace(/, (electricity|heat)$/, '') : name,
  );
}

/** Numbers that were worked out have many decimals; a set of warming potentials may have no name. */
export function assumedValue(value: string): string {
  if (value === 'not stated') return t('Global warming potentials not stated');
  const [, electricity, heat, unit = ''] =
    /^([\d.]+) kWh, ([\d.]+) MJ per (\w+)$/.exec(value) ?? [];
  if (electricity !== undefined)
    return t(
      '{electricity} kWh of electricity{heat, select, 0 {} other { and {heat} MJ of heat}} per {unit, select, piece {piece} m2 {m²} other {{unit}}}',
      { electricity: shortNumber(Number(electricity)), heat: shortNumber(Number(heat)), unit },
    );
  const number = Number(value);
  return Number.isFinite(number) && !Number.isInteger(number)
    ? shortNumber(number)
    : translatedValue(
        value.replace(/\d+\.\d{3,}/g, (each) => String(Number(Number(each).toPrecision(3)))),
      );
}
