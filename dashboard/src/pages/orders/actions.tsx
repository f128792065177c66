import { useState } from 'react';
import { graphql } from '../../api/graphql.ts';
import { usePlace } from '../../api/place.ts';
import { request } from '../../api/request.ts';
import { useChange } from '../../api/use-change.ts';
import { t } from '../../language.ts';
import { ConfirmDialog } from '../../parts/dialogs/confirm-dialog.tsx';
import { TaskFailure } from '../../parts/page/notice.tsx';
import type { Order } from './page.tsx';

const CONFIRM = graphql(`
  mutation ConfirmOrder($input: ConfirmOrderInput!) { confirmOrder(input: $input) { order { id } } }
`);
const SHIP = graphql(`
  mutation ShipOrder($input: ShipOrderInput!) { shipOrder(input: $input) { order { id } } }
`);
const DELIVER = graphql(`
  mutation DeliverOrder($input: DeliverOrderInput!) { deliverOrder(input: $input) { order { id } } }
`);
const RETURN = graphql(`
  mutation ReturnOrder($input: ReturnOrderInput!) { returnOrder(input: $input) { order { id } } }
`);
const CANCEL = graphql(`
  mutation CancelOrder($input: CancelOrderInput!) { cancelOrder(input: $input) { order { id } } }
`);

/** The steps that the state of an order allows. Those that cannot be taken back ask first. */
export function OrderActions({ order }: { readonly order: Order }) {
  const place = usePlace();
  const [asking, setAsking] = useState<'cancel' | 'return'>();
  const task = useChange((work: () => Promise<unknown>) => work());
  const input = { id: order.id, expectedVersion: order.version };
  const name = order.externalId ?? order.id;
  const { state } = order;
  const step = (label: string, work: () => Promise<unknown>) => (
    <button
      type="button"
      className="main"
      disabled={task.isRunning}
      onClick={() => void task.run(work)}
    >
      {label}
    </button>
  );
  return (
    <>
      {state === 'DRAFT' && step(t('Confirm order'), () => request(place, CONFIRM, { input }))}
      {state === 'CONFIRMED' && step(t('Mark as shipped'), () => request(place, SHIP, { input }))}
      {state === 'SHIPPED' &&
        step(t('Mark as delivered'), () => request(place, DELIVER, { input }))}
      {state === 'DELIVERED' && (
        <button type="button" onClick={() => setAsking('return')}>
          {t('Return everything')}
        </button>
      )}
      {(state === 'DRAFT' || state === 'CONFIRMED') && (
        <button type="button" className="danger" onClick={() => setAsking('cancel')}>
          {t('Cancel order')}
        </button>
      )}
      <TaskFailure task={task} />
      {asking !== undefined && (
        <ConfirmDialog
          title={asking === 'cancel' ? t('Cancel {name}', { name }) : t('Return {name}', { name })}
          typed={name}
          action={asking === 'cancel' ? t('Cancel order') : t('Return everything')}
          onClose={() => setAsking(undefined)}
          onConfirm={async () => {
            await (asking === 'cancel'
              ? request(place, CANCEL, { input })
              : request(place, RETURN, { input }));
          }}
        >
          <p>
            {asking === 'cancel'
              ? t('A cancelled order cannot be confirmed again.')
              : t(
                  'All lines that are not returned yet are returned, and the ledger gets its entries.',
                )}
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}
