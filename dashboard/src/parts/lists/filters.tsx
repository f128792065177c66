import { type ReactNode, useCallback, useRef } from 'react';
import { t } from '../../language.ts';
import { Field, SelectField } from '../forms/field.tsx';

/** A filter by a text or a day, or by one of a few choices. Its name is the part of the address that holds its value. */
export type Filter<Name extends string> = {
  readonly name: Name;
  readonly label: string;
  readonly placeholder?: string;
  readonly type?: 'date' | 'search';
  readonly choices?: readonly (readonly [value: string, label: string])[];
  /** Words for no choice. */
  readonly none?: string;
};

/** The part of an address that filters a list. */
export type FilterSearch<Name extends string> = { readonly [name in Name]?: string };

/** The filled fields of a form as the part of an address that filters a list. */
function searchOf<Name extends string>(
  form: HTMLFormElement,
  names: readonly Name[],
): FilterSearch<Name> {
  const data = new FormData(form);
  const entries = names.flatMap((name) => {
    const text = String(data.get(name) ?? '').trim();
    return text === '' ? [] : [[name, text]];
  });
  return Object.fromEntries(entries);
}

/** Filters of a list. They are part of the address, so that a link shows the same rows. */
export function Filters<Name extends string>({
  label,
  keys,
  current,
  onFilter,
  children,
}: {
  readonly label: string;
  readonly keys: readonly Name[];
  readonly current: FilterSearch<Name>;
  readonly onFilter: (search: FilterSearch<Name>) => void;
  readonly children: ReactNode;
}) {
  const values = keys.map((key) => current[key] ?? '').join('\n');
  const form = useRef<HTMLFormElement | null>(null);
  const focused = useRef<number>(undefined);
  /** New values make a new form, and the focus goes on in it. */
  const hold = useCallback((made: HTMLFormElement | null) => {
    form.current = made;
    if (made === null || focused.current === undefined) return;
    const field = made.elements[focused.current];
    focused.current = undefined;
    if (field instanceof HTMLElement) field.focus();
  }, []);
  const filter = (search: FilterSearch<Name>) => {
    const fields = [...(form.current?.elements ?? [])];
    focused.current = fields.findIndex((field) => field.matches(':focus'));
    onFilter(search);
  };
  return (
    <search>
      <form
        ref={hold}
        // New values of the address are new defaults of the fields.
        key={values}
        className="row filters"
        aria-label={label}
        onSubmit={(event) => {
          event.preventDefault();
          filter(searchOf(event.currentTarget, keys));
        }}
      >
        {children}
        <button type="submit">{t('Find')}</button>
        {keys.some((key) => current[key] !== undefined) && (
          <button type="button" className="plain" onClick={() => filter({})}>
            {t('Clear')}
          </button>
        )}
      </form>
    </search>
  );
}

/** A text is applied on submit, a choice at once. */
export function FilterField({
  filter: { name, label, placeholder, type = 'search', choices, none = t('Any') },
  value = '',
}: {
  readonly filter: Filter<string>;
  readonly value: string | undefined;
}) {
  return choices === undefined ? (
    <Field type={type} name={name} label={label} placeholder={placeholder} defaultValue={value} />
  ) : (
    <SelectField
      name={name}
      label={label}
      defaultValue={value}
      choices={[['', none], ...choices]}
      onChange={({ target }) => target.form?.requestSubmit()}
    />
  );
}
