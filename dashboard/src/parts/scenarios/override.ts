import { t } from '../../language.ts';
import { translatedChange } from '../service-text/translate.ts';
import { placeName } from '../texts/country.ts';
import { exactNumber, exactShare, inSentence, labelled, wordsOf } from '../texts/format.ts';

type Override = {
  readonly op: string;
  readonly name: string | null;
  readonly select: unknown;
  readonly change: unknown;
};

/** The name of a change; without one, the change as a sentence. */
export function nameOfOverride(override: Override): string {
  return override.name === null ? overrideSentence(override) : translatedChange(override.name);
}

/** A member of a JSON object. */
function memberOf(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null
    ? Object.entries(value).find(([name]) => name === key)?.[1]
    : undefined;
}

/** A change of a scenario as one sentence: "Components 1: use 100% recycled content." */
export function overrideSentence({ op, name, select, change }: Override): string {
  const target = targetOf(select);
  const sentence = changeOf(op, change);
  const where = target === '' ? sentence : labelled(target, sentence);
  return name === null ? where : `${translatedChange(name)} (${where})`;
}

function targetOf(select: unknown): string {
  if (typeof select !== 'object' || select === null) return '';
  return Object.entries(select)
    .map(([key, value]) => {
      if (key === 'path') return elementOf(String(value));
      return `${inSentence(wordsOf(key))} ${String(value)}`;
    })
    .join(', ');
}

const ELEMENTS: Readonly<Record<string, string>> = {
  components: t('Component'),
  packaging: t('Packaging'),
  processSteps: t('Process step'),
  transportLegs: t('Transport leg'),
};

/** `components.0` as "component 1". */
function elementOf(path: string): string {
  const [list = '', at] = path.split('.');
  const name = inSentence(ELEMENTS[list] ?? list);
  return at === undefined ? name : `${name} ${Number(at) + 1}`;
}

function changeOf(op: string, change: unknown): string {
  const text = (key: string) => String(memberOf(change, key) ?? '');
  const number = (key: string) => Number(memberOf(change, key));
  switch (op) {
    case 'SWAP_MATERIAL':
      return t('use {material}', {
        material: text('material') || t('the factor {id}', { id: text('factorId') }),
      });
    case 'SWAP_SUPPLIER':
      return t('buy from {supplier}', {
        supplier: text('supplier') || placeName(text('originCountry')) || t('another supplier'),
      });
    case 'SET_COUNTRY':
      return t('move to {country}', { country: placeName(text('country')) });
    case 'SET_RECYCLED_SHARE':
      return t('use {share} recycled content', { share: exactShare(number('recycledShare')) });
    case 'SET_TRANSPORT_METHOD':
      return t('go by {method}', { method: inSentence(wordsOf(text('method'))) });
    case 'SET_DISTANCE':
      return t('go {distance} km', { distance: exactNumber(number('distanceKm')) });
    case 'SET_LOSS_RATE':
      return t('lose {share}', { share: exactShare(number('lossRate')) });
    case 'SCALE':
      return t('use {share} of the amount', { share: exactShare(number('factor')) });
    case 'SET_GRID_YEAR':
      return t('use grid electricity of {year}', { year: text('year') });
    case 'SET_QUANTITY':
      return t('use {amount}', {
        amount: text('massKg') === '' ? text('quantity') : `${text('massKg')} kg`,
      });
    case 'SET_LIFETIME': {
      const lifetime = memberOf(change, 'lifetime');
      const unit = inSentence(wordsOf(String(memberOf(lifetime, 'unit') ?? '')));
      return t('last {lifetime} {unit}', { lifetime: String(memberOf(lifetime, 'value')), unit });
    }
    case 'SET_ENERGY_MIX':
      return t('use another mix of energy');
    case 'SET_EOL':
      return t('treat the waste in another way');
    case 'ADD':
      return t('add an element');
    default:
      return inSentence(wordsOf(op));
  }
}
