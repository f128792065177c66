import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { request } from '../../api.ts';
import type { ResultOf } from '../../graphql.ts';
import { t } from '../../language.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { DialogFoot } from '../../parts/dialog-foot.tsx';
import { Field } from '../../parts/field.tsx';
import { submit } from '../../parts/form.ts';
import { figure } from '../../parts/format.ts';
import { FailureNotice } from '../../parts/notice.tsx';
import { QueryView } from '../../parts/query-view.tsx';
import { usePlace } from '../../place.ts';
import { useSettled } from '../../use-settled.ts';
import { useTask } from '../../use-task.ts';
import { ANNOUNCE, ANNOUNCEABLE, type Partner } from './document.ts';

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
  const queries = useQueryClient();
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState<readonly Chosen[]>([]);
  const settled = useSettled(text.trim());
  const query = useQuery({
    queryKey: [place, 'announceable', settled],
    queryFn: () =>
      request(place, ANNOUNCEABLE, { filter: settled === '' ? null : { text: settled } }),
    placeholderData: keepPreviousData,
  });
  const { run, isRunning, error } = useTask(async (_: FormData) => {
    await request(place, ANNOUNCE, {
      input: { partnerId: partner.id, calculationIds: chosen.map(({ id }) => id) },
    });
    await queries.invalidateQueries({ queryKey: [place] });
    onClose();
  });
  return (
    <Dialog title={t('Announce footprints to {name}', { name: partner.name })} onCancel={onClose}>
      <form className="stack" onSubmit={(event) => submit(event, run)}>
        {error !== undefined && <FailureNotice error={error} />}
        <p className="quiet">
          {t(
            'The partner learns which footprints exist and fetches them. Only footprints from cradle to gate are exchanged.',
          )}
        </p>
        <Field
          label={t('Find the product')}
          type="search"
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <QueryView query={query} purpose={t('Footprints of products are announced here.')}>
          {({ products }) => {
            const found = (products?.nodes ?? []).flatMap((each) => each ?? []);
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
                {products?.pageInfo.hasNextPage === true && (
                  <p className="quiet small">{t('There are more than these: find the others.')}</p>
                )}
              </fieldset>
            );
          }}
        </QueryView>
        <DialogFoot
          action={t('Announce {count, plural, one {# footprint} other {# footprints}}', {
            count: chosen.length,
          })}
          isDisabled={isRunning || chosen.length === 0}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  );
}

type Found = NonNullable<NonNullable<ResultOf<typeof ANNOUNCEABLE>['products']>['nodes'][number]>;

/** The footprint of a product with its name; undefined if it cannot be announced. */
function choiceOf({ name, gtin, footprintBasis, footprint }: Found): Chosen | undefined {
  if (footprintBasis !== 'FULL_CRADLE_TO_GATE' || footprint?.co2eKg == null) return undefined;
  const label = [name, gtin, `${figure(footprint.co2eKg)} kg CO2e`].filter(Boolean).join(' · ');
  return { id: footprint.id, label };
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
