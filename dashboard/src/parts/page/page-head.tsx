import type { ReactNode } from 'react';
import { PageTitle } from './page-title.tsx';

/** Title of a page, one line about it, and what can be done. */
export function PageHead({
  title,
  about,
  path,
  children,
}: {
  readonly title: string;
  readonly about?: ReactNode;
  /** The page above this one in the path. */
  readonly path?: ReactNode;
  readonly children?: ReactNode;
}) {
  return (
    <div className="page-head">
      <div className="stack-2">
        <PageTitle path={path}>{title}</PageTitle>
        {about !== undefined && <div className="quiet">{about}</div>}
      </div>
      {children !== undefined && <div className="row">{children}</div>}
    </div>
  );
}
