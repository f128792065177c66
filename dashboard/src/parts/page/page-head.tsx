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
  /** Path to the page, above its title. */
  readonly path?: ReactNode;
  readonly children?: ReactNode;
}) {
  return (
    <>
      {path !== undefined && <p className="quiet">{path}</p>}
      <div className="page-head">
        <div className="stack-2">
          <PageTitle>{title}</PageTitle>
          {about !== undefined && <div className="quiet">{about}</div>}
        </div>
        {children !== undefined && <div className="row">{children}</div>}
      </div>
    </>
  );
}
