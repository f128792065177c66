import { useState } from 'react';
import { t } from '../../language.ts';
import { decimalOf, typedDecimal } from '../texts/decimal.ts';
import { Field, type FieldProps } from './field.tsx';

type Props = Omit<FieldProps, 'value' | 'onChange' | 'type'> & {
  /** Null is an empty field; a field of a form without it keeps its own. */
  readonly value?: number | string | null | undefined;
  /** Takes the number with a decimal point, or the empty text. */
  readonly onNumber?: (text: string) => void;
};

/** A number with a decimal point or comma. Browsers drop the one that is not of their language: "0,2" became 2. */
export function NumberField({ value, onNumber, problem, ...field }: Props) {
  const [typed, setTyped] = useState<string>();
  const wrong =
    typed !== undefined && decimalOf(typed) === undefined
      ? t('Digits with at most one decimal sign, such as {example}.', {
          example: typedDecimal(0.2),
        })
      : undefined;
  return (
    <Field
      {...field}
      inputMode="decimal"
      autoComplete="off"
      value={typed ?? typedDecimal(value)}
      problem={wrong ?? problem}
      onChange={({ target }) => {
        const number = decimalOf(target.value);
        setTyped(target.value);
        target.setCustomValidity(number === undefined ? t('This is not a number.') : '');
        if (number !== undefined) onNumber?.(number);
      }}
      onBlur={() => {
        if (onNumber !== undefined && wrong === undefined) setTyped(undefined);
      }}
    />
  );
}
