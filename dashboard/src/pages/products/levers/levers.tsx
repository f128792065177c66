import { useState } from 'react';
import { graphql } from '../../../api/graphql.ts';
import { useMay } from '../../../api/place.ts';
import { useAnswer } from '../../../api/use-answer.ts';
import { t } from '../../../language.ts';
import { Field } from '../../../parts/forms/field.tsx';
import { submit, textOf } from '../../../parts/forms/form.ts';
import { Rows } from '../../../parts/lists/rows.tsx';
import { Change } from '../../../parts/page/change.tsx';
import { TaskFailure } from '../../../parts/page/notice.tsx';
import { Panel } from '../../../parts/page/panel.tsx';
import { QueryView } from '../../../parts/page/query-view.tsx';
import { overrideSentence } from '../../../parts/scenarios/override.ts';
import { inputOfSuggestion, type OverrideInput } from '../../../parts/scenarios/override-input.ts';
import { useRunNew } from '../../../parts/scenarios/run-new.ts';
import { useSentences } from '../../../parts/service-text/translate.ts';
import { OwnChange } from './own-change.tsx';

const LEVERS = graphql(`
  query SuggestedLevers($id: ID!) {
    product(id: $id) {
      suggestedLevers(first: 8) {
        override { op name select change }
        effect { baseline difference share }
      }
    }
  }
`);

/** Changes that would lower the footprint, each calculated alone; chosen ones become a scenario. */
export function LeversTab({ productId }: { readonly productId: string }) {
  const mayRun = useMay('SCENARIOS_WRITE');
  useSentences();
  const [chosen, setChosen] = useState<readonly number[]>([]);
  const [own, setOwn] = useState<readonly OverrideInput[]>([]);
  const query = useAnswer(LEVERS, { id: productId }, { staleTime: 60_000 });
  const levers = query.data?.product?.suggestedLevers ?? [];
  const overrides = [
    ...levers.flatMap(({ override }, index) =>
      chosen.includes(index) ? inputOfSuggestion(override) : [],
    ),
    ...own,
  ];
  const task = useRunNew();
  const run = (form: FormData) =>
    task.run({ name: textOf(form, 'name') ?? t('Scenario'), productId, overrides });
  return (
    <QueryView
      query={query}
      purpose={t('Suggested levers name the changes that lower the footprint the most.')}
    >
      {() => (
        <>
          <Panel
            title={t('Suggested levers')}
            note={t('Each change alone, cradle to grave, kg CO2e')}
          >
            {levers.length === 0 ? (
              <p className="quiet">
                {t(
                  'No change of country, material, recycled content or transport would lower this footprint, or it cannot be calculated yet.',
                )}
              </p>
            ) : (
              <Rows
                rows={levers}
                columns={[
                  {
                    head: t('Change'),
                    cell: ({ override }, index) =>
                      mayRun ? (
                        <label className="check">
                          <input
                            type="checkbox"
                            checked={chosen.includes(index)}
                            onChange={({ target }) =>
                              setChosen(
                                target.checked
                                  ? [...chosen, index]
                                  : chosen.filter((each) => each !== index),
                              )
                            }
                          />
                          {overrideSentence(override)}
                        </label>
                      ) : (
                        overrideSentence(override)
                      ),
                  },
                  {
                    head: t('Effect'),
                    className: 'end',
                    cell: ({ effect }) => (
                      <Change difference={effect.difference} share={effect.share} />
                    ),
                  },
                ]}
              />
            )}
          </Panel>
          {mayRun && (
            <>
              <OwnChange productId={productId} own={own} onChange={setOwn} />
              <Panel
                title={t('Run as a scenario')}
                note={t('{count, plural, one {# change} other {# changes}} chosen', {
                  count: overrides.length,
                })}
              >
                <form className="row form-row" onSubmit={(event) => submit(event, run)}>
                  <TaskFailure task={task} />
                  <Field label={t('Name of the scenario')} name="name" required maxLength={200} />
                  <button
                    type="submit"
                    className="main"
                    disabled={task.isRunning || overrides.length === 0}
                  >
                    {t('Run scenario')}
                  </button>
                </form>
              </Panel>
            </>
          )}
        </>
      )}
    </QueryView>
  );
}
