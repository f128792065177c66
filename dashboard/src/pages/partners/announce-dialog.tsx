import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { usePlace } from '../../api/place.ts';
import { request } from '../../api/request.ts';
import { useChange } from '../../api/use-change.ts';
import { t } from '../../language.ts';
import { FormDialog } from '../../parts/dialogs/form-dialog.tsx';
import { Field } from '../../parts/forms/field.tsx';
import { type FoundProduct, findProducts, productLabel } from '../../parts/forms/find-products.ts';
import { useSettled } from '../../parts/forms/use-settled.ts';
import { QueryView } from '../../parts/page/query-view.tsx';
import { figure } from '../../parts/texts/format.ts';
import { ANNOUNCE, type Partner } from './document.ts';

type Chosen = { readonly id: string; readonly label: string };

/** Announces footprints of products to a partner, which fetches them then. */
export function AnnounceDialog({
  partner,
  onClose,
}: {
  readonly partner: Partner;
  readonly onClose: () => void;
}) {
  const place = usePlace();
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState<readonly Chosen[]>([]);
  const settled = useSettled(text.trim());
  const query = useQuery({
    queryKey: [place, 'announceable', settled],
    queryFn: () => findProducts(place, settled),
    placeholderData: keepPreviousData,
  });
  const task = useChange(async (_: FormData) => {
    await request(place, ANNOUNCE, {
      input: { partnerId: partner.id, calculationIds: chosen.map(({ id }) => id) },
    });
  }, onClose);
  return (
    <FormDialog
      title={t('Announce footprints to {name}', { name: partner.name })}
      action={t('Announce {count, plural, one {# footprint} other {# footprints}}', {
        count: chosen.length,
      })}
      isDisabled={chosen.length === 0}
      task={task}
      onClose={onClose}
    >
      <p className="quiet">
        {t(
          'The partner learns which footprints exist and fetches them. Only footprints from cradle to gate are exchanged.',
        )}
      </p>
      <Field
        label={t('Find the product')}
        type="search"
        placeholder={t('Name, SKU, GTIN')}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <QueryView query={query} purpose={t('Footprints of products are announced here.')}>
        {({ found, hasMore }) => {
          const others = found.flatMap((each) => (choiceOf(each) === undefined ? each.name : []));
          const listed = new Set(found.map(({ footprint }) => footprint?.id));
          return (
            <fieldset className="field" aria-label={t('Footprints')}>
              {chosen
                .filter(({ id }) => !listed.has(id))
                .map((each) => (
                  <Choice key={each.id} {...{ each, chosen, setChosen }} />
                ))}
              {found.map((product) => {
                const each = choiceOf(product);
                return (
                  each !== undefined && <Choice key={each.id} {...{ each, chosen, setChosen }} />
                );
              })}
              {others.length > 0 && (
                <p className="quiet small">
                  {t(
                    'Without a footprint from cradle to gate: {names}. It is calculated on the page of the product.',
                    { names: others.join(' · ') },
                  )}
                </p>
              )}
              {found.length === 0 && <p>{t('No product matches. Try fewer letters.')}</p>}
              {hasMore && (
                <p className="quiet small">{t('There are more than these: find the others.')}</p>
              )}
            </fieldset>
          );
        }}
      </QueryView>
    </FormDialog>
  );
}

/** The footprint of a product with its name; undefined if it cannot be announced. */
function choiceOf(product: FoundProduct): Chosen | undefined {
  const { footprintBasis, footprint } = product;
  if (footprintBasis !== 'FULL_CRADLE_TO_GATE' || footprint?.co2eKg == null) return undefined;
  return {
    id: footprint.id,
    label: `${productLabel(product)} · ${figure(footprint.co2eKg)} kg CO2e`,
  };
}

function Choice({
  each,
  chosen,
  setChosen,
}: {
  readonly each: Chosen;
  readonly chosen: readonly Chosen[];
  readonly setChosen: (chosen: readonly Chosen[]) => void;
}) {
  const others = chosen.filter(({ id }) => id !== each.id);
  return (
    <label className="check">
      <input
        type="checkbox"
        checked={others.length < chosen.length}
        onChange={({ target }) => setChosen(target.checked ? [...others, each] : others)}
      />{' '}
      {each.label}
    </label>
  );
}
