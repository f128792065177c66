import { type ReactNode, useEffect, useId, useRef } from 'react';
import { focusedElement } from '../../api/last-focus.ts';

type Props = {
  readonly title: string;
  readonly children: ReactNode;
  /** Called for Escape; the caller decides whether the dialog closes. Left out where Escape would lose what is shown once. */
  readonly onCancel?: () => void;
};

/** The browser's own dialog: it keeps the focus inside, and gives it back. */
export function Dialog({ title, children, onCancel }: Props) {
  const ref = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const dialog = ref.current;
    const opener = focusedElement();
    dialog?.showModal();
    return () => {
      dialog?.close();
      // The browser gives the focus back only to what is still there: one dialog may follow another, and a row may be gone.
      const next = opener?.isConnected === true ? opener : document.querySelector('main');
      if (next instanceof HTMLElement) next.focus();
    };
  }, []);
  return (
    <dialog
      ref={ref}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onCancel?.();
      }}
      // Chromium lets a page refuse once in a row: the next Escape closes the dialog, which comes back.
      onClose={() => ref.current?.showModal()}
    >
      <h2 id={id}>{title}</h2>
      {children}
    </dialog>
  );
}
