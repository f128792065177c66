import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { usePlace } from '../../api/place.ts';
import { t } from '../../language.ts';
import { Field, SelectField } from './field.tsx';
import { useSettled } from './use-settled.ts';

/** An object that is chosen: its id, and what people call it. */
export type Choice = readonly [id: string, label: string];

export type ChooserProps = {
  readonly label: string;
  /** Name in the form, which holds the id. */
  readonly name?: string;
  readonly required?: boolean;
  /** Words for no choice. */
  readonly none?: string;
  readonly help?: string;
  readonly problem?: string | undefined;
  readonly onChoice?: (id: string) => void;
};

type Finder = {
  readonly findLabel: string;
  /** Names of what the search finds the objects by. */
  readonly findHint: string;
  /** Names the objects that are found. */
  readonly kind: string;
  readonly find: (text: string) => Promise<{
    readonly found: readonly Choice[];
    readonly hasMore: boolean;
  }>;
};

/** Chooses an object by what a person knows of it. The chosen one stays, whatever is looked for afterwards. */
export function ChooserField({
  findLabel,
  findHint,
  kind,
  find,
  label,
  none = t('Choose one'),
  help,
  onChoice,
  ...select
}: ChooserProps & Finder) {
  const place = usePlace();
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState<Choice>();
  const settled = useSettled(text.trim());
  const { data, error } = useQuery({
    queryKey: [place, 'chooser', kind, settled],
    queryFn: () => find(settled),
    placeholderData: keepPreviousData,
    retry: false,
  });
  const found = data?.found ?? [];
  const isListed = chosen === undefined || found.some(([id]) => id === chosen[0]);
  const choices = isListed ? found : [chosen, ...found];
  return (
    <div className="cells">
      <Field
        label={findLabel}
        type="search"
        placeholder={findHint}
        value={text}
        help={settled === '' ? undefined : <Matches count={found.length} />}
        problem={error?.message}
        onChange={({ target }) => setText(target.value)}
      />
      <SelectField
        {...select}
        label={label}
        value={chosen?.[0] ?? ''}
        choices={[['', none], ...choices]}
        help={data?.hasMore === true ? t('There are more than these: find the others.') : help}
        onChange={({ target }) => {
          setChosen(choices.find(([id]) => id === target.value));
          onChoice?.(target.value);
        }}
      />
    </div>
  );
}

/** Says that the choices have changed: they are folded. */
function Matches({ count }: { readonly count: number }) {
  return (
    <span role="status">
      {t('{count, plural, =0 {Nothing matches.} one {# match} other {# matches}}', { count })}
    </span>
  );
}
