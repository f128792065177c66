import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { usePlace } from '../../../api/place.ts';
import { request } from '../../../api/request.ts';
import { Failure } from '../../../api/session.ts';
import { useChange } from '../../../api/use-change.ts';
import { fieldWord, rich, t } from '../../../language.ts';
import { Field } from '../../../parts/forms/field.tsx';
import { submit } from '../../../parts/forms/form.ts';
import { IS_NARROW } from '../../../parts/page/narrow.ts';
import { TaskFailure } from '../../../parts/page/notice.tsx';
import { Panel } from '../../../parts/page/panel.tsx';
import { ServiceText } from '../../../parts/service-text/service-text.tsx';
import { share } from '../../../parts/texts/format.ts';
import { useUnsaved } from '../../../unsaved.ts';
import { AMEND, type Passport, UPDATE, useMayWrite } from '../document.ts';
import { FieldEditor, FieldGrid, fieldId, type Messages } from './editor.tsx';
import {
  changesOf,
  contentIn,
  type FieldNode,
  type Group,
  type Json,
  treeOf,
  withValue,
} from './tree.ts';
import { ContentView, titleOfPath } from './view.tsx';

/** The content of a passport: what is missing, and the inputs of all fields. */
export function ContentTab({ passport }: { readonly passport: Passport }) {
  const mayWrite = useMayWrite();
  const isEdited = passport.status === 'DRAFT' || passport.status === 'PUBLISHED';
  return (
    <>
      <Completeness passport={passport} isLinked={mayWrite && isEdited} />
      {mayWrite && isEdited ? (
        <Editor key={passport.version} passport={passport} />
      ) : (
        <Panel title={t('Content')}>
          <ContentView schema={passport.schema} content={contentIn(passport.preview)} />
        </Panel>
      )}
    </>
  );
}

function Completeness({
  passport,
  isLinked,
}: {
  readonly passport: Passport;
  /** True if the inputs of the fields are on the page. */
  readonly isLinked: boolean;
}) {
  const { completeness, vcReady, schema } = passport;
  const { present, required, missing } = completeness;
  const lacking = vcReady.missing.filter((path) => !missing.some((each) => each.path === path));
  return (
    <Panel title={t('Completeness')} note={`${fieldWord(schema.title)} ${schema.version}`}>
      <p>
        {t('{share}: {present} of {required} required fields are there.', {
          share: share(completeness.share),
          present,
          required,
        })}
      </p>
      {missing.length > 0 && (
        <ul className="list">
          {missing.map(({ path, rule }) => (
            <li key={path}>
              {isLinked ? (
                <a href={`#${fieldId(path)}`}>{titleOfPath(schema, path)}</a>
              ) : (
                titleOfPath(schema, path)
              )}{' '}
              <span className="quiet small">
                <ServiceText>{rule}</ServiceText>
              </span>
            </li>
          ))}
        </ul>
      )}
      {lacking.length > 0 && (
        <p className="quiet small">
          {t('The signed credential also needs {lacking}.', {
            lacking: lacking.map((path) => titleOfPath(schema, path)).join(', '),
          })}
        </p>
      )}
      <FootprintNote passport={passport} />
    </Panel>
  );
}

/** A passport without the footprint of its product says so: no schema but that of batteries requires one. */
function FootprintNote({ passport: { footprintState, product } }: { readonly passport: Passport }) {
  const place = usePlace();
  if (footprintState === null || footprintState === 'CURRENT' || product === null) return null;
  return (
    <p className="quiet small">
      {footprintState === 'NOT_CALCULATED' &&
        rich('There is no footprint: <link>calculate it</link> at the product.', {
          link: (text) => (
            <Link to="/app/$organization/$world/products/$id" params={{ ...place, id: product.id }}>
              {text}
            </Link>
          ),
        })}
      {footprintState === 'NOT_TAKEN' && t('The footprint of the product is not in the passport.')}
      {footprintState === 'OUTDATED' && t('The footprint is not the present one of the product.')}
    </p>
  );
}

const NO_MESSAGES: Messages = new Map();

function Editor({ passport }: { readonly passport: Passport }) {
  const place = usePlace();
  const before = contentIn(passport.preview);
  const [content, setContent] = useState<Group>(before);
  const [reason, setReason] = useState('');
  const [refreshFootprint, setRefresh] = useState(false);
  const hasOtherFootprint = ['NOT_TAKEN', 'OUTDATED'].includes(passport.footprintState ?? '');
  const isDraft = passport.status === 'DRAFT';
  const changes = changesOf(before, content);
  const count = Object.keys(changes).length;
  useUnsaved(count > 0);
  const save = useChange(async (_: FormData) => {
    const target = { id: passport.id, expectedVersion: passport.version, refreshFootprint };
    if (isDraft) await request(place, UPDATE, { input: { ...changes, ...target } });
    else await request(place, AMEND, { input: { ...changes, ...target, reason } });
  });
  const problems = save.error instanceof Failure ? problemsOf(save.error) : NO_MESSAGES;
  const missing = new Map(passport.completeness.missing.map(({ path, rule }) => [path, rule]));
  const fields = treeOf(passport);
  const editor = (field: FieldNode) => (
    <FieldEditor
      key={field.name}
      {...{ field, problems, missing }}
      path={field.name}
      value={content[field.name] ?? null}
      onChange={(value: Json) => setContent(withValue(content, field.name, value))}
    />
  );
  return (
    <form className="stack" aria-label={t('Content')} onSubmit={(event) => submit(event, save.run)}>
      {/* The editor begins anew with the saved version: what is typed until then would be lost. */}
      <div className="stack" inert={save.isRunning}>
        <Panel title={t('Fields')} note={t('Empty fields are left out of the passport')}>
          <div className="stack">
            <FieldGrid fields={fields.filter((field) => !isFolded(field))} editorOf={editor} />
            {fields.filter(isFolded).map((field) => (
              <details
                key={field.name}
                open={isTouched(field.name, problems, missing) || undefined}
              >
                <summary>{fieldWord(field.title)}</summary>
                {editor(field)}
              </details>
            ))}
          </div>
        </Panel>
        {(!isDraft || hasOtherFootprint) && (
          <div className="panel stack">
            {!isDraft && (
              <Field
                label={t('Reason of the amendment')}
                help={t('It is public. The version before stays readable.')}
                required
                value={reason}
                problem={problems.get('reason')}
                onChange={({ target }) => setReason(target.value)}
              />
            )}
            {hasOtherFootprint && (
              <label className="check">
                <input
                  type="checkbox"
                  checked={refreshFootprint}
                  onChange={({ target }) => setRefresh(target.checked)}
                />{' '}
                {t('Take over the present footprint of the product')}
              </label>
            )}
          </div>
        )}
      </div>
      <div className="panel stack save-bar">
        <TaskFailure task={save} />
        <p className="row">
          <button
            type="submit"
            className="main"
            disabled={(count === 0 && !refreshFootprint) || save.isRunning}
          >
            {isDraft ? t('Save draft') : t('Publish the next version')}
          </button>
          <span className="quiet small" role="status">
            {count === 0
              ? t('No changes')
              : t('{count, plural, one {# field} other {# fields}} changed', { count })}
          </span>
        </p>
      </div>
    </form>
  );
}

/** Groups and lists are folded: most passports fill few of them. On a phone texts in many languages are long, too. */
function isFolded({ type, isList }: FieldNode): boolean {
  return type === 'OBJECT' || isList || (IS_NARROW && type === 'LOCALIZED');
}

function isTouched(name: string, ...messages: readonly Messages[]): boolean {
  return messages.some((each) =>
    [...each.keys()].some((path) => path === name || path.startsWith(`${name}.`)),
  );
}

/** Problems by field; their paths begin with `input`. */
function problemsOf({ problems }: Failure): Messages {
  return new Map(problems.map(({ path, message }) => [path.slice(1).join('.'), message]));
}
