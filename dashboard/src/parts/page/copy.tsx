import { Check, Copy } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { t } from '../../language.ts';

/** Copies a text and says that it did. */
export function CopyButton({
  text,
  label,
  children,
}: {
  readonly text: string;
  readonly label: string;
  /** Further buttons before the status. */
  readonly children?: ReactNode;
}) {
  const { state, copy } = useCopy(text);
  const Icon = state === 'COPIED' ? Check : Copy;
  return (
    <>
      <button type="button" className="main" onClick={copy}>
        <Icon /> {label}
      </button>
      {children}
      <span className="quiet small" role="status">
        {state !== 'NOT_YET' && OUTCOMES[state]}
      </span>
    </>
  );
}

/** A small button that copies a text next to it; its own words say that it did. */
export function CopyLink({ text }: { readonly text: string }) {
  const { state, copy } = useCopy(text);
  return (
    <button type="button" className="plain small" onClick={copy}>
      {state === 'NOT_YET' ? t('Copy') : OUTCOMES[state]}
    </button>
  );
}

const OUTCOMES = {
  COPIED: t('Copied'),
  REFUSED: t('The browser does not copy here: select the text and copy it yourself.'),
} as const;

function useCopy(text: string) {
  const [state, setState] = useState<'NOT_YET' | keyof typeof OUTCOMES>('NOT_YET');
  const copy = async () => {
    try {
      // A page that came by http from another machine has no clipboard.
      await navigator.clipboard.writeText(text);
      setState('COPIED');
    } catch {
      setState('REFUSED');
    }
  };
  return { state, copy };
}
