import { language, t } from '../../language.ts';
import { wordsOf } from '../../parts/format.ts';
import { type Group, isGroup, isList, type Json } from './content-tree.ts';
import type { Passport } from './document.ts';
import { symbolOf } from './unit-symbols.ts';

type Field = Passport['schema']['fields'][number];
type FieldOf = (path: string) => Field | undefined;

/** Content as people read it: each field by its title, lists and groups inside of it. */
export function ContentView({
  fields,
  content,
}: {
  readonly fields: readonly Field[];
  readonly content: Group;
}) {
  const byPath = new Map(fields.map((field) => [field.path, field]));
  return <Entries group={content} above="" fieldOf={(path) => byPath.get(path)} />;
}

function Entries({
  group,
  above,
  fieldOf,
}: {
  readonly group: Group;
  readonly above: string;
  readonly fieldOf: FieldOf;
}) {
  return (
    <dl className="fact-rows content-rows">
      {Object.entries(group).map(([name, value]) => (
        <div key={name}>
          <dt lang="en">{fieldOf(`${above}${name}`)?.title ?? name}</dt>
          <dd>
            <Value value={value} path={`${above}${name}`} fieldOf={fieldOf} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Value({
  value,
  path,
  fieldOf,
}: {
  readonly value: Json;
  readonly path: string;
  readonly fieldOf: FieldOf;
}) {
  if (isList(value))
    return (
      <ul className="list">
        {value.map((item, at) => (
          <li key={at}>
            <Value value={item} path={path} fieldOf={fieldOf} />
          </li>
        ))}
      </ul>
    );
  if (!isGroup(value)) return textOf(value, fieldOf(path));
  const { language: tag, text, ...others } = value;
  if (typeof tag === 'string' && typeof text === 'string' && Object.keys(others).length === 0)
    return (
      <>
        <span lang={tag}>{text}</span> <span className="quiet small">{tag}</span>
      </>
    );
  return <Entries group={value} above={`${path}.`} fieldOf={fieldOf} />;
}

function textOf(value: string | number | boolean | null, field: Field | undefined): string {
  if (typeof value === 'boolean') return value ? t('Yes') : t('No');
  if (typeof value === 'number') {
    const number = value.toLocaleString(language, { maximumSignificantDigits: 6 });
    return `${number} ${symbolOf(field?.unit ?? null)}`.trim();
  }
  if (value === null) return '–';
  return field?.values.includes(value) === true ? wordsOf(value) : value;
}
