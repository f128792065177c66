import { type ReactNode, useId, useRef, useState } from 'react';
import { useDismissal } from './dismissal.ts';

/** A button that opens a small surface below it. */
export function Disclosure({
  label,
  className,
  children,
}: {
  readonly label: ReactNode;
  readonly className?: string;
  readonly children: ReactNode;
}) {
  const [isOpen, setOpen] = useState(false);
  const element = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const id = useId();
  useDismissal({ isOpen, element, opener, close: () => setOpen(false) });
  return (
    <div className="disclosure">
      <button
        ref={opener}
        type="button"
        className={className}
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpen(!isOpen)}
      >
        {label}
      </button>
      {isOpen && (
        <div ref={element} id={id} className="float">
          {children}
        </div>
      )}
    </div>
  );
}
