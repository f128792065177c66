import { rich, t } from '../language.ts';
import { PageTitle } from '../parts/page/page-title.tsx';
export function NotFound() {
  return (
    <div className="door">
      <div className="panel stack">
        <PageTitle>{t('There is no such page')}</PageTitle>
        <p>
          {rich('The address may be old or incomplete. <a>Go to the start page</a>.', {
            a: (text) => <a href="/">{text}</a>,
          })}
        </p>
      </div>
    </div>
  );
}
