import { Check, Copy } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { t } from '../language.ts';

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
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
  };
  const Icon = isCopied ? Check : Copy;
  return (
    <>
      <button type="button" className="main" onClick={copy}>
        <Icon size={18} strokeWidth={1.6} aria-hidden /> {label}
      </button>
      {children}
      <span className="quiet small" role="status">
        {isCopied ? t('Copied') : t('Not copied yet')}
      </span>
    </>
  );
}
