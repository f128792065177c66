import { t } from '../../language.ts';
import { PageTitle } from './page-title.tsx';

/** The page of an object that is not there; its own sentence says which. */
export function Missing({ children }: { readonly children: string }) {
  return (
    <section className="panel stack">
      <PageTitle>{t('There is no such page')}</PageTitle>
      <p>{children}</p>
    </section>
  );
}
