import type { ReactNode } from 'react';
import { fieldWord, t } from '../../../language.ts';
import { countryName } from '../../../parts/texts/country.ts';
import {
  dayOf,
  declaredUnitText,
  exactNumber,
  exactShare,
  labelled,
  languageName,
  wordsOf,
} from '../../../parts/texts/format.ts';
import { englishOf } from '../../../sentences/names.ts';
import type { Passport } from '../document.ts';
import { type Group, groupsOf, isGroup, isList, type Json, SECTOR_DATA } from './tree.ts';
import { symbolOf } from './unit-symbols.ts';

type Schema = Passport['schema'];
type Field = Schema['fields'][number];

/** Content as people read it: each field by its title in the order of the schema, lists and groups inside of it. */
export function ContentView({
  schema,
  content,
}: {
  readonly schema: Schema;
  readonly content: Group;
}) {
  return <Entries group={content} above="" schema={schema} />;
}

function Entries({
  group,
  above,
  schema,
}: {
  readonly group: Group;
  readonly above: string;
  readonly schema: Schema;
}) {
  const { fields } = schema;
  const placeOf = (name: string) =>
    fields.findIndex(({ path }) => `${path}.`.startsWith(`${above}${name}.`));
  const names = Object.keys(group).sort((a, b) => placeOf(a) - placeOf(b));
  return (
    <dl className="fact-rows content-rows">
      {names.map((name) => {
        const path = `${above}${name}`;
        return (
          <div key={name}>
            <dt>{titleOfField(schema, path)}</dt>
            <dd>
              <Value value={group[name] ?? null} path={path} schema={schema} />
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

/** Title of a field alone; the part of the product group has that of the group. */
export function titleOfField({ fields, title }: Schema, path: string): string {
  if (path === SECTOR_DATA) return fieldWord(title);
  return fieldWord(fields.find((field) => field.path === path)?.title ?? path);
}

/** Titles of a field and of the groups around it, such as "Facility: Country". */
export function titleOfPath(schema: Schema, path: string): string {
  return groupsOf(path)
    .filter((each) => each !== SECTOR_DATA)
    .map((each) => titleOfField(schema, each))
    .reduce(labelled);
}

function Value({
  value,
  path,
  schema,
}: {
  readonly value: Json;
  readonly path: string;
  readonly schema: Schema;
}) {
  if (isList(value) && value.length === 0) return t('There are none');
  if (isList(value))
    return (
      <ul className="list">
        {value.map((item, at) => (
          <li key={at}>
            <Value value={item} path={path} schema={schema} />
          </li>
        ))}
      </ul>
    );
  if (!isGroup(value))
    return textOf(
      value,
      schema.fields.find((field) => field.path === path),
    );
  const { language: tag, text, ...others } = value;
  if (typeof tag === 'string' && typeof text === 'string' && Object.keys(others).length === 0)
    return (
      <>
        <bdi lang={tag}>{text}</bdi> <span className="quiet small">{languageName(tag) ?? tag}</span>
      </>
    );
  return <Entries group={value} above={`${path}.`} schema={schema} />;
}

function textOf(value: string | number | boolean | null, field: Field | undefined): ReactNode {
  if (typeof value === 'boolean') return value ? t('Yes') : t('No');
  if (typeof value === 'number')
    return field?.name.endsWith('Fraction') === true
      ? exactShare(value)
      : `${exactNumber(value)} ${symbolOf(field?.unit ?? null)}`.trim();
  if (value === null) return '–';
  if (field?.path === 'footprint.declaredUnit') return declaredUnit(value);
  if (field?.path === 'footprint.boundary') return wordsOf(value);
  if (field?.type === 'COUNTRY') return countryName(value) ?? value;
  if (field?.type === 'DATE') return dayOf(value);
  if (field?.type === 'URL') return <a href={value}>{value}</a>;
  if (field?.values.includes(value) === true) return fieldWord(englishOf(value));
  return <bdi>{value}</bdi>;
}

/** `1 PIECE` in words. */
function declaredUnit(text: string): string {
  const [amount, unit = ''] = text.split(' ');
  return declaredUnitText({ amount: Number(amount), unit });
}
