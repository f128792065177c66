import { rich, t } from '../language.ts';
import { PageTitle } from '../parts/page/page-title.tsx';
/** A person without a place in the organization of the address, or in any. */
export function Nowhere() {
  return (
    <div className="door">
      <div className="panel stack">
        <PageTitle>{t('You are not a member here')}</PageTitle>
        <p>
          {rich(
            'Ask an owner of the organization for an invitation, then open its link. <a>Your own pages</a>.',
            { a: (text) => <a href="/">{text}</a> },
          )}
        </p>
      </div>
    </div>
  );
}
