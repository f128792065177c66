import type { ErrorComponentProps } from '@tanstack/react-router';
import { t } from '../language.ts';
import { FailureNotice } from '../parts/page/notice.tsx';
import { PageTitle } from '../parts/page/page-title.tsx';

/** A page that cannot be shown at all, mostly because the service does not answer. */
export function Broken({ error }: ErrorComponentProps) {
  return (
    <div className="door">
      <div className="panel stack">
        <PageTitle>{t('This page cannot be shown')}</PageTitle>
        <FailureNotice
          error={error instanceof Error ? error : new Error(String(error))}
          onRetry={() => window.location.reload()}
        />
      </div>
    </div>
  );
}
