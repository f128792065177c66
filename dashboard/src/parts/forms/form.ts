import type { FormEvent } from 'react';
import { decimalOf } from '../texts/decimal.ts';

/** Gives the fields of a form to a task instead of sending them to an address. */
export function submit(
  event: FormEvent<HTMLFormElement>,
  run: (form: FormData) => Promise<unknown>,
): void {
  event.preventDefault();
  void run(new FormData(event.currentTarget));
}

/** The trimmed text of a field; undefined if it is empty. */
export function textOf(form: FormData, name: string): string | undefined {
  const text = String(form.get(name) ?? '').trim();
  return text === '' ? undefined : text;
}

/** The number of a field; null if it is empty. */
export function numberOf(form: FormData, name: string): number | null {
  const text = textOf(form, name);
  return text === undefined ? null : Number(decimalOf(text));
}
