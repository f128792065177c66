import { choicesOf } from '../texts/format.ts';
import type { Cell } from './rows-editor.tsx';

export const text = (value: string) => (value === '' ? null : value);
export const number = (value: string) => (value === '' ? null : Number(value));
export const percent = (share: number | null | undefined) =>
  share == null ? null : Math.round(share * 10_000) / 100;
export const share = (value: string) => (value === '' ? null : Number(value) / 100);

/** A text that may be left out. */
export function textCell<Key extends string, Row extends { readonly [key in Key]?: string | null }>(
  key: Key,
  label: string,
  placeholder?: string,
): Cell<Row> {
  return {
    key,
    label,
    ...(placeholder !== undefined && { placeholder }),
    read: (row) => row[key],
    write: (row, value) => ({ ...row, [key]: text(value) }),
  };
}

/** A text that must be given. */
export function requiredTextCell<Key extends string, Row extends { readonly [key in Key]: string }>(
  key: Key,
  label: string,
): Cell<Row> {
  return { key, label, read: (row) => row[key], write: (row, value) => ({ ...row, [key]: value }) };
}

/** A country, which may be left out. */
export function countryCell<
  Key extends string,
  Row extends { readonly [key in Key]?: string | null },
>(key: Key, label: string, placeholder?: string): Cell<Row> {
  return { ...textCell<Key, Row>(key, label, placeholder), kind: 'country' };
}

/** A number that may be left out. */
export function numberCell<
  Key extends string,
  Row extends { readonly [key in Key]?: number | null },
>(key: Key, label: string): Cell<Row> {
  return {
    key,
    label,
    kind: 'number',
    read: (row) => row[key],
    write: (row, value) => ({ ...row, [key]: number(value) }),
  };
}

/** A number that must be given: an empty input is 0. */
export function requiredNumberCell<
  Key extends string,
  Row extends { readonly [key in Key]: number },
>(key: Key, label: string): Cell<Row> {
  return {
    key,
    label,
    kind: 'number',
    read: (row) => row[key],
    write: (row, value) => ({ ...row, [key]: Number(value) }),
  };
}

/** A share, typed in per cent. */
export function percentCell<
  Key extends string,
  Row extends { readonly [key in Key]?: number | null },
>(key: Key, label: string): Cell<Row> {
  return {
    key,
    label,
    kind: 'number',
    read: (row) => percent(row[key]),
    write: (row, value) => ({ ...row, [key]: share(value) }),
  };
}

/** One of an enumeration's members. */
export function choiceCell<
  Key extends string,
  Row extends { readonly [key in Key]?: string | null },
>(key: Key, label: string, members: readonly NonNullable<Row[Key]>[]): Cell<Row> {
  return {
    key,
    label,
    choices: choicesOf(members),
    read: (row) => row[key],
    write: (row, value) => {
      const chosen = members.find((each) => each === value);
      return chosen === undefined ? row : { ...row, [key]: chosen };
    },
  };
}
