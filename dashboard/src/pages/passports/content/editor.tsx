import { Plus, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { fieldWord, t, word } from '../../../language.ts';
import { CountryField } from '../../../parts/forms/country-field.tsx';
import { Field, SelectField } from '../../../parts/forms/field.tsx';
import { NumberField } from '../../../parts/forms/number-field.tsx';
import { codeChoicesOf, inSentence, languageName, wordsOf } from '../../../parts/texts/format.ts';
import { type FieldNode, groupIn, isList, type Json, withValue } from './tree.ts';
import { symbolOf } from './unit-symbols.ts';

/** Messages by the path of their field, such as `facility.country`. */
export type Messages = ReadonlyMap<string, string>;

type Props = {
  readonly field: FieldNode;
  readonly path: string;
  readonly value: Json;
  readonly problems: Messages;
  /** Fields that publication needs. */
  readonly missing: Messages;
  readonly onChange: (value: Json) => void;
};

/** Part of the address that leads to the input of a field. */
export function fieldId(path: string): string {
  return `field-${path}`;
}

/** Input of one field of a schema, with all that is below it. */
export function FieldEditor(props: Props) {
  return (
    <div id={fieldId(props.path)}>
      <AnyEditor {...props} />
    </div>
  );
}

function AnyEditor(props: Props) {
  const { field, value, path, onChange } = props;
  if (field.type === 'LOCALIZED') return <LocalizedEditor {...props} />;
  if (field.isList)
    return (
      <ItemsEditor {...props}>
        {(item, index) => (
          <SingleEditor
            {...props}
            path={`${path}.${index}`}
            value={item}
            onChange={(next) => onChange((isList(value) ? value : []).with(index, next))}
          />
        )}
      </ItemsEditor>
    );
  return <SingleEditor {...props} />;
}

function SingleEditor(props: Props) {
  const { field, value, path, onChange } = props;
  if (field.type !== 'OBJECT') return <ScalarEditor {...props} />;
  const group = groupIn(value);
  return (
    <FieldGrid
      fields={field.fields}
      editorOf={(each) => (
        <FieldEditor
          {...props}
          key={each.name}
          field={each}
          path={`${path}.${each.name}`}
          value={group[each.name] ?? null}
          onChange={(next) => onChange(withValue(group, each.name, next))}
        />
      )}
    />
  );
}

/** Groups and lists take the whole width, single values share it. */
function isWide({ type, isList }: FieldNode): boolean {
  return isList || type === 'OBJECT' || type === 'LOCALIZED';
}

/** Inputs of single values next to each other, those of groups and lists below. */
export function FieldGrid({
  fields,
  editorOf,
}: {
  readonly fields: readonly FieldNode[];
  readonly editorOf: (field: FieldNode) => ReactNode;
}) {
  return (
    <div className="stack">
      <div className="cells">{fields.filter((field) => !isWide(field)).map(editorOf)}</div>
      {fields.filter(isWide).map(editorOf)}
    </div>
  );
}

function ScalarEditor({ field, value, path, problems, missing, onChange }: Props) {
  const label = labelOf(field);
  const help = <Help field={field} missing={missing.get(path)} />;
  const text = value === null ? '' : String(value);
  const problem = problems.get(path);
  const choices = choicesOf(field);
  if (choices !== undefined)
    return (
      <SelectField
        label={label}
        help={help}
        problem={problem}
        value={text}
        choices={[['', '–'], ...choices]}
        onChange={({ target }) =>
          onChange(field.type === 'BOOLEAN' ? (BOOLEANS.get(target.value) ?? null) : target.value)
        }
      />
    );
  if (field.type === 'COUNTRY')
    return <CountryField {...{ label, help, problem }} value={text} onCountry={onChange} />;
  if (field.type === 'NUMBER' || field.type === 'INTEGER')
    return (
      <NumberField
        {...{ label, help, problem }}
        value={text}
        onNumber={(number) => onChange(number === '' ? '' : Number(number))}
      />
    );
  return (
    <Field
      {...{ label, help, problem }}
      value={text}
      type={field.type === 'DATE' ? 'date' : undefined}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}

const BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['false', false],
]);

function choicesOf({ type, values }: FieldNode) {
  if (type === 'BOOLEAN') return [['true', t('Yes')] as const, ['false', t('No')] as const];
  return type === 'CODE' ? codeChoicesOf(values) : undefined;
}

function labelOf({ title, unit }: FieldNode): string {
  const symbol = symbolOf(unit);
  return symbol === '' ? fieldWord(title) : `${fieldWord(title)}, ${symbol}`;
}

function Help({
  field,
  missing,
}: {
  readonly field: FieldNode;
  readonly missing: string | undefined;
}) {
  return (
    <>
      {word(field.description)}
      {field.access !== 'PUBLIC' &&
        ` ${t('{access}: not shown to everybody.', { access: wordsOf(field.access) })}`}
      {missing !== undefined && <strong> {t('Needed for publication.')}</strong>}
    </>
  );
}

/** A text for each language. */
function LocalizedEditor(props: Props) {
  const { field, path, value, problems, missing, onChange } = props;
  return (
    <ItemsEditor {...props} blank={{ language: 'en', text: '' }}>
      {(item, index) => {
        const { language = '', text = '' } = groupIn(item);
        const change = (next: Json) => onChange((isList(value) ? value : []).with(index, next));
        return (
          <div className="row" style={{ alignItems: 'flex-start' }}>
            <div style={{ flex: '0 1 6rem' }}>
              <Field
                label={t('Language')}
                value={String(language)}
                help={languageName(String(language))}
                problem={problems.get(`${path}.${index}.language`)}
                onChange={({ target }) => change({ language: target.value, text })}
              />
            </div>
            <div style={{ flex: '1 1 12rem' }}>
              <Field
                label={labelOf(field)}
                value={String(text)}
                lang={String(language)}
                dir="auto"
                help={<Help field={field} missing={missing.get(path)} />}
                problem={problems.get(`${path}.${index}.text`)}
                onChange={({ target }) => change({ language, text: target.value })}
              />
            </div>
          </div>
        );
      }}
    </ItemsEditor>
  );
}

/** The items of a list, with buttons to add and remove one. */
function ItemsEditor({
  field,
  path,
  value,
  problems,
  missing,
  onChange,
  blank = field.type === 'OBJECT' ? {} : '',
  children,
}: Props & {
  readonly blank?: Json;
  readonly children: (item: Json, index: number) => ReactNode;
}) {
  const items = isList(value) ? value : [];
  const isNone = isList(value) && value.length === 0;
  const problem = problems.get(path);
  const title = inSentence(fieldWord(field.title));
  return (
    <fieldset className="bill-row stack">
      <legend>{fieldWord(field.title)}</legend>
      {problem !== undefined && <p className="problem">{problem}</p>}
      {items.length === 0 && (
        <p className="quiet small">
          <Help field={field} missing={missing.get(path)} />
        </p>
      )}
      {items.map((item, index) => (
        <div className="stack-2" key={`${path}.${index}`}>
          {children(item, index)}
          <p>
            <button
              type="button"
              className="plain"
              onClick={() => onChange(items.length > 1 ? items.toSpliced(index, 1) : null)}
            >
              <Trash2 /> {t('Remove {title} {index}', { title, index: index + 1 })}
            </button>
          </p>
        </div>
      ))}
      {field.mayBeEmpty && items.length === 0 && (
        <label className="check">
          <input
            type="checkbox"
            checked={isNone}
            onChange={({ target }) => onChange(target.checked ? [] : null)}
          />{' '}
          {t('There are none')}
        </label>
      )}
      <p>
        <button type="button" onClick={() => onChange([...items, blank])}>
          <Plus /> {t('Add to {title}', { title })}
        </button>
      </p>
    </fieldset>
  );
}
