import { useState } from 'react';
import { graphql } from '../../../api/graphql.ts';
import { usePlace } from '../../../api/place.ts';
import { givenOnce, request } from '../../../api/request.ts';
import { useAnswer } from '../../../api/use-answer.ts';
import { useChange, useReload } from '../../../api/use-change.ts';
import { useTask } from '../../../api/use-task.ts';
import { t } from '../../../language.ts';
import { FormDialog } from '../../../parts/dialogs/form-dialog.tsx';
import { Field } from '../../../parts/forms/field.tsx';
import { textOf } from '../../../parts/forms/form.ts';
import { TaskFailure } from '../../../parts/page/notice.tsx';
import { Panel } from '../../../parts/page/panel.tsx';
import { QueryView } from '../../../parts/page/query-view.tsx';
import { StateChip } from '../../../parts/page/state-chip.tsx';
import { dayOf, momentOf } from '../../../parts/texts/format.ts';
import { type Passport, useMayWrite } from '../document.ts';
import { daysAhead, endOfDay } from './days.ts';
import { RevealToken } from './reveal-token.tsx';

const TRANSFER = graphql(`
  query PassportTransfer($id: ID!) {
    dpp(id: $id) { transfer { id state recipient createdAt expiresAt } }
  }
`);
const OFFER = graphql(`
  mutation OfferPassport($input: OfferDppTransferInput!) { offerDppTransfer(input: $input) { token } }
`);
const WITHDRAW = graphql(`
  mutation WithdrawOffer($input: WithdrawDppTransferInput!) {
    withdrawDppTransfer(input: $input) { transfer { id } }
  }
`);

/** The offer to pass a passport to another organization. */
export function TransferTab({ passport }: { readonly passport: Passport }) {
  const place = usePlace();
  const reload = useReload();
  const mayWrite = useMayWrite();
  const [isOffering, setOffering] = useState(false);
  const [offered, setOffered] = useState<Offered>();
  const { id, status } = passport;
  const query = useAnswer(TRANSFER, { id });
  const withdraw = useChange(async (transferId: string) => {
    await request(place, WITHDRAW, { input: { id: transferId } });
  });
  return (
    <Panel title={t('Transfer of responsibility')}>
      <div className="stack">
        <p className="quiet">
          {t(
            'Another organization takes over the passport with all its versions. Addresses and printed codes stay; grants of this passport end; internal fields stay here.',
          )}
        </p>
        <TaskFailure task={withdraw} />
        <QueryView query={query} purpose={t('A passport can pass to another organization.')}>
          {({ dpp }) =>
            dpp?.transfer == null ? (
              <p>{t('There is no open offer.')}</p>
            ) : (
              <p className="row">
                <StateChip state={dpp.transfer.state} />
                {t('Offered to {recipient} on {createdAt}, until {expiresAt}', {
                  recipient: dpp.transfer.recipient,
                  createdAt: momentOf(dpp.transfer.createdAt),
                  expiresAt: dayOf(dpp.transfer.expiresAt),
                })}
                {mayWrite && (
                  <button
                    type="button"
                    disabled={withdraw.isRunning}
                    onClick={() => void withdraw.run(dpp.transfer?.id ?? '')}
                  >
                    {t('Withdraw the offer')}
                  </button>
                )}
              </p>
            )
          }
        </QueryView>
        {status !== 'PUBLISHED' && (
          <p className="quiet">{t('Only a published passport is offered.')}</p>
        )}
        {status === 'PUBLISHED' && mayWrite && (
          <p>
            <button type="button" onClick={() => setOffering(true)}>
              {query.data?.dpp?.transfer == null
                ? t('Offer to another organization')
                : t('Make another offer')}
            </button>
          </p>
        )}
      </div>
      {isOffering && (
        <OfferDialog
          passport={passport}
          onClose={() => setOffering(false)}
          onOffered={(made) => {
            setOffering(false);
            setOffered(made);
            void reload();
          }}
        />
      )}
      {offered !== undefined && (
        <RevealToken
          token={offered.token}
          use={t(
            'Send it to {recipient}. There it is entered under Passports, “Take over a passport”, in this service and in the same environment.',
            offered,
          )}
          onClose={() => setOffered(undefined)}
        />
      )}
    </Panel>
  );
}

type Offered = { readonly recipient: string; readonly token: string };

function OfferDialog({
  passport: { id, version },
  onClose,
  onOffered,
}: {
  readonly passport: Passport;
  readonly onClose: () => void;
  readonly onOffered: (offered: Offered) => void;
}) {
  const place = usePlace();
  const task = useTask(async (form: FormData) => {
    const recipient = textOf(form, 'recipient') ?? '';
    const { offerDppTransfer } = await request(place, OFFER, {
      input: {
        ...{ id, expectedVersion: version },
        recipient,
        expiresAt: endOfDay(textOf(form, 'expiresAt')),
      },
    });
    onOffered({ recipient, token: givenOnce(offerDppTransfer?.token) });
  });
  return (
    <FormDialog
      title={t('Offer to another organization')}
      action={t('Make the offer')}
      task={task}
      onClose={onClose}
    >
      <p className="quiet">
        {t('Nothing changes until it accepts. An earlier offer of this passport ends.')}
      </p>
      <Field
        label={t('Organization')}
        help={t('For your own records; whoever has the code can accept.')}
        name="recipient"
        required
      />
      <Field
        label={t('Last day')}
        name="expiresAt"
        type="date"
        required
        help={t('At most 90 days ahead.')}
        defaultValue={daysAhead(14)}
      />
    </FormDialog>
  );
}
