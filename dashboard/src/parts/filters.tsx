import type { ReactNode } from 'react';

/** The filled fields of a form as the part of an address that filters a list. */
function searchOf<Key extends string>(
  form: HTMLFormElement,
  keys: readonly Key[],
): { readonly [key in Key]?: string } {
  const data = new FormData(form);
  const entries = keys.flatMap((key) => {
    const text = String(data.get(key) ?? '').trim();
    return text === '' ? [] : [[key, text]];
  });
  return Object.fromEntries(entries);
}

/** Filters of a list. They are part of the address, so that a link shows the same rows. */
export function Filters<Key extends string>({
  label,
  keys,
  current,
  onFilter,
  children,
}: {
  readonly label: string;
  readonly keys: readonly Key[];
  readonly current: { readonly [key in Key]?: string };
  readonly onFilter: (search: { readonly [key in Key]?: string }) => void;
  readonly children: ReactNode;
}) {
  return (
    <search>
      <form
        // New values of the address are new defaults of the fields.
        key={keys.map((key) => current[key] ?? '').join('\n')}
        className="row filters"
        aria-label={label}
        onSubmit={(event) => {
          event.preventDefault();
          onFilter(searchOf(event.currentTarget, keys));
        }}
      >
        {children}
        <button type="submit">Find</button>
        {keys.some((key) => current[key] !== undefined) && (
          <button type="button" className="plain" onClick={() => onFilter({})}>
            Clear
          </button>
        )}
      </form>
    </search>
  );
}

/** A text to look for. */
export function TextFilter({
  name,
  label,
  placeholder,
  value,
}: {
  readonly name: string;
  readonly label: string;
  readonly placeholder?: string;
  readonly value: string | undefined;
}) {
  return (
    <input
      type="search"
      name={name}
      aria-label={label}
      placeholder={placeholder}
      defaultValue={value}
    />
  );
}

/** One value of a few, applied at once. */
export function ChoiceFilter({
  name,
  label,
  value,
  choices,
}: {
  readonly name: string;
  readonly label: string;
  readonly value: string | undefined;
  readonly choices: readonly (readonly [value: string, label: string])[];
}) {
  return (
    <select
      name={name}
      aria-label={label}
      defaultValue={value ?? ''}
      onChange={({ target }) => target.form?.requestSubmit()}
    >
      <option value="">{label}: any</option>
      {choices.map(([each, text]) => (
        <option key={each} value={each}>
          {text}
        </option>
      ))}
    </select>
  );
}
