import { useState } from 'react';
import { graphql } from '../../api/graphql.ts';
import { usePlace } from '../../api/place.ts';
import { request } from '../../api/request.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { t } from '../../language.ts';
import { ConfirmDialog } from '../../parts/dialogs/confirm-dialog.tsx';
import { Field } from '../../parts/forms/field.tsx';
import { countOf } from '../../parts/lists/list.tsx';

const COUNT = graphql(`
  query CountOldEvents($before: DateTime!) {
    events(first: 0, filter: { createdUntil: $before }) { totalCount totalCountIsExact }
  }
`);
const DELETE = graphql(`
  mutation DeleteEvents($input: DeleteEventsInput!) { deleteEvents(input: $input) { isDeleted } }
`);

/** Younger events are refused by the service. */
const LEAST_AGE_DAYS = 90;
const DAY_MS = 86_400_000;

export type Deletion = {
  /** The first day whose events stay. */
  readonly before: string;
  readonly isDone: boolean;
};

/** Asks for a day, and deletes the events before it. */
export function DeleteEvents({
  onClose,
  onDeleted,
}: {
  readonly onClose: () => void;
  readonly onDeleted: (deletion: Deletion) => void;
}) {
  const place = usePlace();
  const [latest] = useState(() => dateOf(Date.now() - LEAST_AGE_DAYS * DAY_MS));
  const [before, setBefore] = useState(latest);
  const count = useAnswer(COUNT, { before: startOf(before) }, { enabled: before !== '' });
  return (
    <ConfirmDialog
      title={t('Delete old events')}
      typed="delete"
      action={t('Delete old events')}
      onClose={onClose}
      onConfirm={async () => {
        const input = { createdUntil: startOf(before) };
        const { deleteEvents } = await request(place, DELETE, { input });
        onDeleted({ before, isDone: deleteEvents?.isDeleted === true });
      }}
    >
      <p>
        {t(
          'Events that were recorded before this day are deleted for good. Products, orders and all other records stay as they are.',
        )}
      </p>
      <p>
        {t(
          'A program that follows the log and has not read all of these events gets the problem EVENTS_DELETED instead of a log with a hole: it has to make its copy anew.',
        )}
      </p>
      <Field
        type="date"
        label={t('Recorded before')}
        help={t('At least {days} days ago: deliveries of webhooks are made of later events.', {
          days: LEAST_AGE_DAYS,
        })}
        required
        max={latest}
        value={before}
        onChange={({ target }) => setBefore(target.value)}
      />
      <p role="status">
        {countOf(count.data?.events, (events) =>
          t(
            '{count, plural, =0 {No event is deleted} one {# event is deleted} other {# events are deleted}}',
            {
              count: events,
            },
          ),
        )}
      </p>
    </ConfirmDialog>
  );
}

function dateOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

function startOf(day: string): string {
  return `${day}T00:00:00Z`;
}
