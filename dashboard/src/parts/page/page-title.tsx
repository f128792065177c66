import { type ReactNode, useContext } from 'react';
import { createPortal } from 'react-dom';
import { PathSlot } from './path-slot.ts';

/** The heading of a page, which also names it in the tab, in the history of the browser and in the path of the frame. */
export function PageTitle({
  path,
  children,
}: {
  /** The page above this one in the path. */
  readonly path?: ReactNode;
  readonly children: string;
}) {
  const slot = useContext(PathSlot);
  return (
    <>
      <title>{`${children} – Trackway`}</title>
      {slot !== null &&
        createPortal(
          <>
            {path != null && <span className="above">{path}</span>}
            <bdi aria-current="page">{children}</bdi>
          </>,
          slot,
        )}
      <h1>{children}</h1>
    </>
  );
}
