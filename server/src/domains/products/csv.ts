import { type CsvForm, cellsOf } from '../../rules/bulk/bulk-type.ts';
import { withDecimalPoint } from '../../rules/bulk/decimal-comma.ts';
import type { Problem } from '../../rules/errors/api-error.ts';
import { GIVEN } from './properties.ts';

type Json = Readonly<Record<string, unknown>>;

/** Products as CSV. What has no column of its own is JSON in a cell, in the form of the API. */
export const PRODUCTS_CSV: CsvForm = {
  columns: {
    id: 'TEXT',
    ...cellsOf(GIVEN),
    declaredAmount: 'NUMBER',
    declaredUnit: 'TEXT',
    priceAmount: 'DECIMAL',
    priceCurrency: 'TEXT',
    materials: 'TEXT',
    components: 'JSON',
    packaging: 'JSON',
    processSteps: 'JSON',
    transportLegs: 'JSON',
    useProfile: 'JSON',
    endOfLife: 'JSON',
    lifetime: 'JSON',
  },
  gather: (cells, problems, withPoint) => {
    const {
      declaredAmount,
      declaredUnit,
      priceAmount,
      priceCurrency,
      materials,
      components,
      ...same
    } = cells;
    return {
      ...same,
      ...both('declaredUnit', { amount: declaredAmount, unit: declaredUnit }),
      ...both('price', { amount: priceAmount, currencyCode: priceCurrency }),
      ...componentsOf(materials, components, { problems, withPoint }),
    };
  },
  spread: (row) => {
    const materials = materialsText(row['components']);
    return {
      ...row,
      declaredAmount: at(row['declaredUnit'], 'amount'),
      declaredUnit: at(row['declaredUnit'], 'unit'),
      priceAmount: at(row['price'], 'amount'),
      priceCurrency: at(row['price'], 'currencyCode'),
      materials,
      components: materials === undefined ? row['components'] : null,
    };
  },
};

/** An object from its cells: null when all are empty, nothing when there are no such columns. */
function both(name: string, parts: Json): Json {
  const given = Object.entries(parts).filter(([, value]) => value !== undefined);
  if (given.length === 0) return {};
  if (given.every(([, value]) => value === null)) return { [name]: null };
  return { [name]: Object.fromEntries(given.filter(([, value]) => value !== null)) };
}

type Reading = {
  readonly problems: Problem[];
  readonly withPoint: (number: string) => string;
};

function componentsOf(materials: unknown, components: unknown, reading: Reading): Json {
  if (materials === undefined && components === undefined) return {};
  if (materials === undefined || materials === null) return { components: components ?? null };
  if (components !== undefined && components !== null) {
    const message = 'Fill materials or components, not both.';
    reading.problems.push({ path: ['materials'], code: 'EXACTLY_ONE', message });
  }
  const texts = String(materials).split(';');
  return { components: texts.map((text) => componentOf(text, reading)) };
}

/** "cotton fibre:0.15": a material and its mass in kg. */
function componentOf(text: string, { problems, withPoint }: Reading): Json {
  const colon = text.lastIndexOf(':');
  const material = (colon < 0 ? text : text.slice(0, colon)).trim();
  if (colon < 0) return { material };
  const mass = text.slice(colon + 1).trim();
  const massKg = mass === '' ? Number.NaN : Number(withPoint(mass));
  if (!Number.isNaN(massKg)) return { material, massKg };
  const pointed = withDecimalPoint(mass);
  const example = pointed === mass ? '0.2' : pointed;
  const message = `"${mass}" is not a mass in kg: write a number with a decimal point and without a unit, such as "${material}:${example}".`;
  problems.push({ path: ['materials'], code: 'INVALID_VALUE', message });
  return { material };
}

/** The short form of components that are nothing but materials with a mass. */
function materialsText(components: unknown): string | undefined {
  if (!Array.isArray(components) || components.length === 0) return undefined;
  const texts = components.map((component: unknown) => {
    const material = at(component, 'material');
    const massKg = at(component, 'massKg');
    const isShort =
      typeof material === 'string' &&
      typeof massKg === 'number' &&
      !material.includes(';') &&
      material.trim() === material &&
      Object.keys(component ?? {}).length === 2;
    return isShort ? `${material}:${massKg}` : undefined;
  });
  return texts.includes(undefined) ? undefined : texts.join(';');
}

function at(value: unknown, key: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  return Object.entries(value).find(([name]) => name === key)?.[1];
}
