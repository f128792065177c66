import { t } from '../../language.ts';

/** Says that a list shows its beginning only; nothing if it shows all. */
export function FirstOfMany({ count, total }: { readonly count: number; readonly total: number }) {
  if (total <= count) return null;
  return (
    <p className="quiet">
      {t('The first {count, number} of {total, number} are shown; the API has all.', {
        count,
        total,
      })}
    </p>
  );
}
