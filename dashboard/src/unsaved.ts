import { useBlocker } from '@tanstack/react-router';
import { useEffect, useId } from 'react';
import { t } from './language.ts';

/** Forms of the page with changes that are not saved. */
const forms = new Set<string>();

/**
 * Asks before a form with changes that are not saved is left: by a link, a tab of the page, or for another site. Returns the
 * question for other ways to leave it.
 */
export function useUnsaved(isChanged: boolean): () => boolean {
  const id = useId();
  const mayLeave = () => !isChanged || window.confirm(t('Leave without saving your changes?'));
  useBlocker({ shouldBlockFn: () => !mayLeave(), enableBeforeUnload: isChanged });
  useEffect(() => {
    if (!isChanged) return;
    forms.add(id);
    return () => void forms.delete(id);
  }, [id, isChanged]);
  return mayLeave;
}

/** Asks before something is done that the changes of a form on the same page, which are not saved, would not survive. */
export function mayDropUnsaved(): boolean {
  return forms.size === 0 || window.confirm(t('Go on without saving your changes?'));
}

/** True if leaving the page would lose what a person has typed. */
export function isTyping(): boolean {
  return forms.size > 0 || document.querySelector('dialog[open]') !== null;
}
