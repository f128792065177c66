import { type RefObject, useEffect } from 'react';

/**
 * Closes an element that floats above the page: by Escape, which leads back to the button that opened it, and by a click
 * or the focus elsewhere.
 */
export function useDismissal({
  isOpen,
  element,
  opener,
  close,
}: {
  readonly isOpen: boolean;
  readonly element: RefObject<HTMLElement | null>;
  readonly opener: RefObject<HTMLElement | null>;
  readonly close: () => void;
}): void {
  useEffect(() => {
    if (!isOpen) return;
    const listening = new AbortController();
    const { signal } = listening;
    const closeOutside = ({ target }: Event) => {
      const isInside = [element, opener].some(
        ({ current }) => target instanceof Node && current?.contains(target) === true,
      );
      if (!isInside) close();
    };
    const closeByKey = ({ key }: KeyboardEvent) => {
      if (key !== 'Escape') return;
      close();
      opener.current?.focus();
    };
    document.addEventListener('pointerdown', closeOutside, { signal });
    document.addEventListener('focusin', closeOutside, { signal });
    document.addEventListener('keydown', closeByKey, { signal });
    return () => listening.abort();
  });
}
