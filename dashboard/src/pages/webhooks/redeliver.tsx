import { useState } from 'react';
import { graphql } from '../../api/graphql.ts';
import { usePlace } from '../../api/place.ts';
import { request } from '../../api/request.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { useChange } from '../../api/use-change.ts';
import { useTask } from '../../api/use-task.ts';
import { language, t } from '../../language.ts';
import { Field, SelectField } from '../../parts/forms/field.tsx';
import { submit, textOf } from '../../parts/forms/form.ts';
import { isBusy, pollWhileBusy } from '../../parts/jobs/busy.ts';
import { CancelButton } from '../../parts/jobs/cancel-button.tsx';
import { TaskFailure } from '../../parts/page/notice.tsx';
import { StateChip } from '../../parts/page/state-chip.tsx';
import { ServiceText } from '../../parts/service-text/service-text.tsx';
import { REDELIVER } from './document.ts';

const PROGRESS = graphql(`
  query WebhookRedeliveryProgress($id: ID!) {
    webhookRedelivery(id: $id) { state doneCount totalCount progress error }
  }
`);

const CANCEL = graphql(`
  mutation CancelWebhookRedelivery($input: CancelWebhookRedeliveryInput!) {
    cancelWebhookRedelivery(input: $input) { redelivery { id } }
  }
`);

const INCLUDED = ['FAILED', 'MISSED', 'ALL'] as const;
const DAY_MS = 86_400_000;

/** Sends the deliveries of a period again, with the progress of the job. */
export function Redeliver({ endpointId }: { readonly endpointId: string }) {
  const place = usePlace();
  const [job, setJob] = useState<string>();
  const progress = useAnswer(
    PROGRESS,
    { id: job ?? '' },
    {
      enabled: job !== undefined,
      refetchInterval: ({ state: { data } }) => pollWhileBusy(data?.webhookRedelivery),
    },
  );
  const task = useChange(async (form: FormData) => {
    const until = textOf(form, 'until');
    const { redeliverWebhook } = await request(place, REDELIVER, {
      input: {
        period: {
          endpointId,
          include: INCLUDED.find((each) => each === textOf(form, 'include')) ?? null,
          since: momentIn(textOf(form, 'since') ?? ''),
          ...(until !== undefined && { until: momentIn(until) }),
        },
      },
    });
    setJob(redeliverWebhook?.redelivery?.id);
  });
  const cancelling = useTask(async (_: undefined) => {
    await request(place, CANCEL, { input: { id: job ?? '' } });
    await progress.refetch();
  });
  const redelivery = progress.data?.webhookRedelivery;
  return (
    <details className="panel fold">
      <summary>
        <h2>{t('Redeliver a period')}</h2>{' '}
        <span className="quiet small">{t('webhook-id and body stay the same')}</span>
      </summary>
      <form className="row form-row" onSubmit={(event) => submit(event, task.run)}>
        <Field
          label={t('Since')}
          name="since"
          type="datetime-local"
          required
          defaultValue={localText(Date.now() - 7 * DAY_MS)}
        />
        <Field
          label={t('Until')}
          name="until"
          type="datetime-local"
          help={t('Now if it is empty.')}
        />
        <SelectField
          label={t('Deliveries')}
          name="include"
          choices={[
            ['FAILED', t('That failed')],
            ['MISSED', t('That failed or were never made')],
            ['ALL', t('All')],
          ]}
        />
        <button type="submit" disabled={task.isRunning}>
          {t('Redeliver')}
        </button>
      </form>
      <TaskFailure task={task} />
      <TaskFailure task={cancelling} />
      {redelivery != null && (
        <p className="row">
          <span role="status">
            <StateChip state={redelivery.state} />
          </span>
          <progress
            value={redelivery.progress}
            max={1}
            aria-label={t('Progress of the redelivery')}
          />
          {t('{doneCount, number} of {total} deliveries are due again.', {
            doneCount: redelivery.doneCount,
            total: redelivery.totalCount?.toLocaleString(language) ?? '…',
          })}{' '}
          <ServiceText>{redelivery.error}</ServiceText>
          {isBusy(redelivery.state) && <CancelButton task={cancelling} />}
        </p>
      )}
    </details>
  );
}

/** A moment of the person's own clock, as the API takes it. */
function momentIn(local: string): string {
  return new Date(local).toISOString();
}

/** A moment as `datetime-local` shows it: the person's own clock, to the minute. */
function localText(time: number): string {
  const offsetMs = new Date(time).getTimezoneOffset() * 60_000;
  return new Date(time - offsetMs).toISOString().slice(0, 16);
}
