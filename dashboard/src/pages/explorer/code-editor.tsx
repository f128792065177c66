import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { type Diagnostic, setDiagnostics } from '@codemirror/lint';
import { Compartment, EditorState, type Extension } from '@codemirror/state';
import { EditorView, keymap, placeholder } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { basicSetup } from 'codemirror';
import { useEffect, useRef } from 'react';

/** A place in the text that is at fault; lines and columns count from 1. */
export type Fault = { readonly line: number; readonly column: number; readonly message: string };

/**
 * A text with line numbers, colours and completion. It lives in a shadow root, where its style sheets are
 * adopted as objects: nothing inline, so the content security policy stays as it is.
 */
export function CodeEditor({
  label,
  value,
  language,
  onChange,
  onRun,
  faults = [],
  hint = '',
}: {
  readonly label: string;
  readonly value: string;
  readonly language: Extension;
  /** Without it the text is read-only. */
  readonly onChange?: (value: string) => void;
  readonly onRun?: () => void;
  readonly faults?: readonly Fault[];
  /** Shown while there is no text. */
  readonly hint?: string;
}) {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  const languagePart = useRef(new Compartment());
  const latest = useRef({ onChange, onRun });
  latest.current = { onChange, onRun };
  // The editor is made once; the effects below give it the changes.
  const first = useRef({ value, language, label, hint, isReadOnly: onChange === undefined });

  useEffect(() => {
    if (host.current === null) return;
    const root = host.current.shadowRoot ?? host.current.attachShadow({ mode: 'open' });
    const run = () => {
      latest.current.onRun?.();
      return true;
    };
    const { isReadOnly, ...made } = first.current;
    const editor = new EditorView({
      parent: root,
      root,
      doc: made.value,
      extensions: [
        keymap.of([{ key: 'Mod-Enter', run }]),
        basicSetup,
        languagePart.current.of(made.language),
        syntaxHighlighting(COLOURS),
        THEME,
        EditorView.lineWrapping,
        placeholder(made.hint),
        EditorState.readOnly.of(isReadOnly),
        EditorView.contentAttributes.of({ 'aria-label': made.label }),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) latest.current.onChange?.(update.state.doc.toString());
        }),
      ],
    });
    view.current = editor;
    return () => editor.destroy();
  }, []);

  useEffect(() => {
    const editor = view.current;
    if (editor === undefined || editor.state.doc.toString() === value) return;
    editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: value } });
  }, [value]);

  useEffect(() => {
    view.current?.dispatch({ effects: languagePart.current.reconfigure(language) });
  }, [language]);

  useEffect(() => {
    const editor = view.current;
    if (editor === undefined) return;
    const found = faults.flatMap((fault) => diagnosticOf(editor.state, fault));
    editor.dispatch(setDiagnostics(editor.state, found));
  }, [faults]);

  return <div className="editor" ref={host} />;
}

function diagnosticOf({ doc }: EditorState, { line, column, message }: Fault): Diagnostic[] {
  if (line > doc.lines) return [];
  const { from: start, to: end } = doc.line(line);
  const from = Math.min(start + column - 1, end);
  const [word = ' '] = /^\w+/.exec(doc.sliceString(from, end)) ?? [];
  return [{ from, to: Math.min(from + word.length, end), severity: 'error', message }];
}

const THEME = EditorView.theme({
  '&': { height: '100%', color: 'var(--ink)', fontSize: '0.875rem' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--font-code)', lineHeight: '1.5' },
  '.cm-content': { caretColor: 'var(--ink)' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)' },
  '.cm-gutters': { color: 'var(--ink-3)', background: 'var(--panel)', border: 'none' },
  '.cm-activeLine, .cm-activeLineGutter': { background: 'none' },
  '&.cm-focused :is(.cm-activeLine, .cm-activeLineGutter)': { background: 'var(--accent-soft)' },
  '.cm-placeholder': { color: 'var(--ink-2)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground':
    { background: 'var(--series-soft)' },
  '.cm-tooltip': {
    color: 'var(--ink)',
    background: 'var(--panel)',
    border: '1px solid var(--line)',
  },
  '.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    color: 'var(--on-accent)',
    background: 'var(--accent)',
  },
  '.cm-panels': { color: 'var(--ink)', background: 'var(--sunken)' },
  '.cm-foldPlaceholder': { color: 'var(--ink-2)', background: 'var(--sunken)' },
});

/** Few colours, each readable on a panel in both themes; no word has its meaning by its colour alone. */
const COLOURS = HighlightStyle.define([
  { tag: [tags.keyword, tags.definitionKeyword, tags.atom, tags.bool], color: 'var(--worse)' },
  { tag: [tags.string, tags.number], color: 'var(--ok)' },
  { tag: [tags.propertyName, tags.attributeName], color: 'var(--accent)' },
  { tag: [tags.variableName, tags.special(tags.variableName)], color: 'var(--warn)' },
  { tag: tags.comment, color: 'var(--ink-3)' },
]);
