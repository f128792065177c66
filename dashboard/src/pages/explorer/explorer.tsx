import { json } from '@codemirror/lang-json';
import { useQuery } from '@tanstack/react-query';
import { graphql as graphqlLanguage } from 'cm6-graphql';
import { buildClientSchema, getIntrospectionQuery, type IntrospectionQuery } from 'graphql';
import { Play } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { fetchSession } from '../../api/session.ts';
import { useTask } from '../../api/use-task.ts';
import { t } from '../../language.ts';
import { FailureNotice, TaskFailure } from '../../parts/page/notice.tsx';
import { PageTitle } from '../../parts/page/page-title.tsx';
import { type Answer, ask, type Target, variablesOf } from './ask.ts';
import { CodeEditor, type Fault } from './code-editor.tsx';
import type { Draft } from './draft.ts';
import { STARTERS } from './starters.ts';
import { TargetPicker, targetsOf } from './target-picker.tsx';

const JSON_LANGUAGE = json();
/** After the last stroke; every dry run counts as a request. */
const WEIGH_AFTER_MS = 900;

/** Tries the API: a document, its variables, its cost before it is sent, and the answer. */
export function Explorer() {
  const session = useQuery({ queryKey: ['session'], queryFn: fetchSession });
  const [chosen, setChosen] = useState<{ readonly target: Target | undefined }>();
  const first = useMemo(
    () => (session.data === undefined ? undefined : targetsOf(session.data)[0]?.target),
    [session.data],
  );
  const target = chosen === undefined ? first : chosen.target;
  const [draft, setDraft] = useState<Draft>(() => draftOf(window.location.hash));
  const [answered, setAnswered] = useState<{ readonly to: Draft; readonly answer: Answer }>();
  const schema = useSchema(target);
  const weight = useWeight(target, draft);
  const task = useTask(async (to: Target) => {
    setAnswered(undefined);
    setAnswered({ to: draft, answer: await ask(to, draft, false) });
  });
  const run = () => {
    if (target !== undefined && !task.isRunning) void task.run(target);
  };
  // An answer marks the text that it answers; a text changed since is marked by its weighing.
  const faults = useMemo(
    () => (answered?.to === draft ? faultsOf(answered.answer) : weight.faults),
    [answered, draft, weight],
  );
  const language = useMemo(() => graphqlLanguage(schema), [schema]);
  if (session.error !== null)
    return <FailureNotice error={session.error} onRetry={() => void session.refetch()} />;
  if (session.data === undefined) return null;
  return (
    <main className="explorer" id="page">
      <div className="page-head">
        <PageTitle>{t('Explorer')}</PageTitle>
        <nav className="row" aria-label={t('Other pages')}>
          <a href="/">{t('Dashboard')}</a>
          <a href="/docs/reference">{t('Reference')}</a>
        </nav>
      </div>
      <div className="row explorer-bar">
        <TargetPicker session={session.data} onChange={(next) => setChosen({ target: next })} />
        <button type="button" className="main" disabled={target === undefined} onClick={run}>
          <Play /> {t('Send')}
        </button>
        <p role="status">{weight.text}</p>
      </div>
      {target?.kind === 'SESSION' && target.world === 'live' && (
        <p className="notice warn">{t('Live data: mutations change what your customers see.')}</p>
      )}
      <nav className="row" aria-label={t('Starter queries')}>
        <span className="quiet">{t('Starter queries')}</span>
        {STARTERS.map(({ name, query, variables }) => (
          <button
            key={name}
            type="button"
            className="plain"
            onClick={() => setDraft({ query, variables })}
          >
            {name}
          </button>
        ))}
      </nav>
      <TaskFailure task={task} />
      <div className="explorer-columns">
        <section className="panel explorer-query">
          <h2>{t('Document')}</h2>
          <CodeEditor
            label={t('GraphQL document')}
            value={draft.query}
            language={language}
            onChange={(query) => setDraft((present) => ({ ...present, query }))}
            onRun={run}
            faults={faults}
          />
        </section>
        <section className="panel explorer-variables">
          <h2>{t('Variables')}</h2>
          <CodeEditor
            label={t('Variables, as JSON')}
            value={draft.variables}
            language={JSON_LANGUAGE}
            onChange={(variables) => setDraft((present) => ({ ...present, variables }))}
            onRun={run}
          />
        </section>
        <section className="panel explorer-answer" aria-busy={task.isRunning}>
          <h2>{t('Answer')}</h2>
          <CodeEditor
            label={t('Answer')}
            value={answered === undefined ? '' : JSON.stringify(answered.answer, undefined, 2)}
            language={JSON_LANGUAGE}
            hint={t('Send the document with the button, or with Ctrl or ⌘ and Enter.')}
          />
        </section>
      </div>
    </main>
  );
}

/** The schema as the service describes it, for completion; the editor works without. */
function useSchema(target: Target | undefined) {
  const { data } = useQuery({
    queryKey: ['schema', target?.kind],
    queryFn: async () => {
      if (target === undefined) return null;
      const query = getIntrospectionQuery();
      const { data: found } = await ask(target, { query, variables: '' }, false);
      return isIntrospection(found) ? buildClientSchema(found) : null;
    },
    enabled: target !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });
  return data ?? undefined;
}

/** The cost of the draft, weighed by the service some time after the last change. */
function useWeight(target: Target | undefined, draft: Draft) {
  const [weight, setWeight] = useState<{ text: string; faults: readonly Fault[] }>(UNKNOWN);
  useEffect(() => {
    setWeight(UNKNOWN);
    if (target === undefined || draft.query.trim() === '') return;
    let isLatest = true;
    const timer = setTimeout(async () => {
      const next = await weigh(target, draft);
      if (isLatest) setWeight(next);
    }, WEIGH_AFTER_MS);
    return () => {
      isLatest = false;
      clearTimeout(timer);
    };
  }, [target, draft]);
  return weight;
}

const UNKNOWN = { text: '', faults: [] };

async function weigh(target: Target, draft: Draft) {
  try {
    variablesOf(draft.variables);
    const answer = await ask(target, draft, true);
    const [error] = answer.errors ?? [];
    const text =
      error === undefined
        ? t('Costs {cost}', { cost: answer.extensions.cost })
        : t('Would be refused: {message}', { message: error.message });
    return { text, faults: faultsOf(answer) };
  } catch (error) {
    return { text: error instanceof Error ? error.message : String(error), faults: [] };
  }
}

function faultsOf({ errors = [] }: Answer): Fault[] {
  return errors.flatMap(({ message, locations = [] }) =>
    locations.map(({ line, column }) => ({ line, column, message })),
  );
}

/** A link may bring its document along: `/explorer#query=…&variables=…`. It is never stored. */
function draftOf(hash: string): Draft {
  const given = new URLSearchParams(hash.slice(1));
  const query = given.get('query');
  if (query !== null) return { query, variables: given.get('variables') ?? '' };
  const [first] = STARTERS;
  return first ?? { query: '', variables: '' };
}

function isIntrospection(data: unknown): data is IntrospectionQuery {
  return typeof data === 'object' && data !== null && '__schema' in data;
}
