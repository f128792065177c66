import { useState } from 'react';
import { COUNTRY_CODES, countryCode, countryName } from '../texts/country.ts';
import { Field, type FieldProps } from './field.tsx';

const LIST = 'countries';

/** The names that fields of countries suggest, once on a page. */
export function CountryNames() {
  return (
    <datalist id={LIST}>
      {COUNTRY_CODES.map((code) => (
        <option key={code} value={code}>
          {countryName(code)}
        </option>
      ))}
    </datalist>
  );
}

type Props = Omit<FieldProps, 'value' | 'onChange' | 'list'> & {
  /** Code of the country; a field of a form without it keeps its own. */
  readonly value?: string;
  readonly onCountry?: (code: string) => void;
};

/** A country by its code or name. Its name is shown below: cut to two letters, "China" became the code of Switzerland. */
export function CountryField({ value, onCountry, help, ...field }: Props) {
  const [own, setOwn] = useState('');
  const [typed, setTyped] = useState<string>();
  const code = value ?? own;
  const give = onCountry ?? setOwn;
  return (
    <Field
      {...field}
      list={LIST}
      autoComplete="off"
      value={typed ?? code}
      help={countryName(code) ?? help}
      onChange={({ target }) => {
        setTyped(target.value);
        const next = countryCode(target.value);
        if (next === '' || countryName(next) !== undefined) give(next);
      }}
      onBlur={() => {
        if (typed !== undefined) give(countryCode(typed));
        setTyped(undefined);
      }}
    />
  );
}
