import { figure, share, wordsOf } from './format.ts';

type Override = {
  readonly op: string;
  readonly name: string | null;
  readonly select: unknown;
  readonly change: unknown;
};

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
  const where = target === '' ? sentence : `${target}: ${sentence}`;
  return name === null ? where : `${name} (${where})`;
}

function targetOf(select: unknown): string {
  if (typeof select !== 'object' || select === null) return '';
  return Object.entries(select)
    .map(([key, value]) => {
      if (key === 'path') return elementOf(String(value));
      return `${wordsOf(key).toLowerCase()} ${String(value)}`;
    })
    .join(', ');
}

const ELEMENTS: Readonly<Record<string, string>> = {
  components: 'component',
  packaging: 'packaging',
  processSteps: 'process step',
  transportLegs: 'transport leg',
};

/** `components.0` as "component 1". */
function elementOf(path: string): string {
  const [list = '', at] = path.split('.');
  const name = ELEMENTS[list] ?? list;
  return at === undefined ? name : `${name} ${Number(at) + 1}`;
}

function changeOf(op: string, change: unknown): string {
  const text = (key: string) => String(memberOf(change, key) ?? '');
  const number = (key: string) => Number(memberOf(change, key));
  switch (op) {
    case 'SWAP_MATERIAL':
      return `use ${text('material') || `the factor ${text('factorId')}`}`;
    case 'SWAP_SUPPLIER':
      return `buy from ${text('supplier') || text('originCountry') || 'another supplier'}`;
    case 'SET_COUNTRY':
      return `move to ${text('country')}`;
    case 'SET_RECYCLED_SHARE':
      return `use ${share(number('recycledShare'))} recycled content`;
    case 'SET_TRANSPORT_METHOD':
      return `go by ${wordsOf(text('method')).toLowerCase()}`;
    case 'SET_DISTANCE':
      return `go ${figure(number('distanceKm'))} km`;
    case 'SET_LOSS_RATE':
      return `lose ${share(number('lossRate'))}`;
    case 'SCALE':
      return `use ${share(number('factor'))} of the amount`;
    case 'SET_GRID_YEAR':
      return `use grid electricity of ${text('year')}`;
    case 'SET_QUANTITY':
      return `use ${text('massKg') === '' ? text('quantity') : `${text('massKg')} kg`}`;
    case 'SET_LIFETIME': {
      const lifetime = memberOf(change, 'lifetime');
      const unit = String(memberOf(lifetime, 'unit') ?? '').toLowerCase();
      return `last ${String(memberOf(lifetime, 'value'))} ${unit}`;
    }
    case 'SET_ENERGY_MIX':
      return 'use another mix of energy';
    case 'SET_EOL':
      return 'treat the waste in another way';
    case 'ADD':
      return 'add an element';
    default:
      return wordsOf(op).toLowerCase();
  }
}
