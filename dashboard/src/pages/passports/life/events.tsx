import { graphql } from '../../../api/graphql.ts';
import { useAnswer } from '../../../api/use-answer.ts';
import { language, rich, t } from '../../../language.ts';
import { Rows } from '../../../parts/lists/rows.tsx';
import { Panel } from '../../../parts/page/panel.tsx';
import { QueryView } from '../../../parts/page/query-view.tsx';
import { inSentence, momentOf, wordsOf } from '../../../parts/texts/format.ts';

const EVENTS = graphql(`
  query PassportEvents($id: ID!) {
    dpp(id: $id) {
      events(last: 50) {
        totalCount
        nodes { id type action eventTime bizStep disposition access isErrorDeclaration }
      }
    }
  }
`);

/** Traceability events (EPCIS 2.0) that name exactly this model, batch or item. */
export function EventsTab({ id }: { readonly id: string }) {
  const query = useAnswer(EVENTS, { id });
  return (
    <Panel title={t('Traceability events')} note={t('EPCIS 2.0, captured last first')}>
      <QueryView
        query={query}
        purpose={t('Events say where a product was and what happened to it.')}
      >
        {({ dpp }) => {
          const events = (dpp?.events?.nodes ?? []).toReversed();
          const total = dpp?.events?.totalCount ?? 0;
          return events.length === 0 ? (
            <p className="quiet">
              {rich(
                'No event names this passport. Capture EPCIS documents with the mutation <span>captureEpcisEvents</span>.',
                { span: (text) => <span className="code">{text}</span> },
              )}
            </p>
          ) : (
            <>
              <Rows
                caption={t('Traceability events')}
                rows={events}
                columns={[
                  { head: t('Time'), cell: ({ eventTime }) => momentOf(eventTime) },
                  {
                    head: t('Event'),
                    cell: ({ type, action, isErrorDeclaration }) => (
                      <span className="strong">
                        {wordsOf(type)}
                        {action !== null && `, ${inSentence(wordsOf(action))}`}
                        {isErrorDeclaration && t(' (declared wrong)')}
                      </span>
                    ),
                  },
                  { head: t('Step'), cell: ({ bizStep }) => bizStep ?? '–' },
                  { head: t('State afterwards'), cell: ({ disposition }) => disposition ?? '–' },
                  { head: t('Access'), cell: ({ access }) => wordsOf(access) },
                ]}
              />
              {total > events.length && (
                <p className="quiet">
                  {t('The newest {count} of {total} are shown; the API has all.', {
                    count: events.length,
                    total: total.toLocaleString(language),
                  })}
                </p>
              )}
            </>
          );
        }}
      </QueryView>
    </Panel>
  );
}
