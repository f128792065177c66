import { useNavigate } from '@tanstack/react-router';
import { usePlace } from '../../api/place.ts';
import { type Place, request } from '../../api/request.ts';
import { useChange } from '../../api/use-change.ts';
import { t } from '../../language.ts';
import { TaskFailure } from '../../parts/page/notice.tsx';
import { ANNOUNCE, type Exchange, type Partner, REQUEST, UPDATE } from './document.ts';

/** Sends an exchange that failed once more, as a new one, and opens it. */
export function SendAgain({ exchange }: { readonly exchange: Exchange }) {
  const place = usePlace();
  const navigate = useNavigate();
  const { partner, kind, state } = exchange;
  const task = useChange(
    (partnerId: string) => sendAgain(place, partnerId, exchange),
    (id) =>
      id !== undefined &&
      navigate({
        to: '/app/$organization/$world/partners/exchanges/$id',
        params: { ...place, id },
      }),
  );
  const hasFailed = state === 'FAILED' || state === 'REJECTED';
  if (partner === null || !hasFailed || !(kind === 'REQUEST' || kind === 'ANNOUNCEMENT'))
    return null;
  return (
    <>
      <button type="button" disabled={task.isRunning} onClick={() => void task.run(partner.id)}>
        {t('Try again')}
      </button>
      <TaskFailure task={task} />
    </>
  );
}

async function sendAgain(
  place: Place,
  partnerId: string,
  { kind, criteria, component, product, calculationIds }: Exchange,
): Promise<string | undefined> {
  if (kind === 'ANNOUNCEMENT') {
    const { announceFootprints } = await request(place, ANNOUNCE, {
      input: { partnerId, calculationIds },
    });
    return announceFootprints?.request?.id;
  }
  const { productId, geography, comment } = criteriaOf(criteria);
  const { requestFootprint } = await request(place, REQUEST, {
    input: {
      ...{ partnerId, component, productId: product?.id ?? null },
      ...{ productIds: productId, geographies: geography, comment: comment[0] ?? null },
    },
  });
  return requestFootprint?.request?.id;
}

/** Texts of the criteria of a request, which PACT names so. */
function criteriaOf(criteria: unknown) {
  const given = new Map(Object.entries(criteria ?? {}));
  const texts = (name: string) => [given.get(name) ?? []].flat().map(String);
  return {
    productId: texts('productId'),
    geography: texts('geography'),
    comment: texts('comment'),
  };
}

/** Tries the credentials of a partner once more: the service does so whenever they are saved. */
export function TryCredentials({ partner }: { readonly partner: Partner }) {
  const place = usePlace();
  const task = useChange(async (_: undefined) => {
    await request(place, UPDATE, { input: { id: partner.id, url: partner.url } });
  });
  return (
    <>
      <button
        type="button"
        className="plain"
        disabled={task.isRunning}
        aria-label={t('Try the credentials of {name} again', { name: partner.name })}
        onClick={() => void task.run(undefined)}
      >
        {t('Try again')}
      </button>
      <TaskFailure task={task} />
    </>
  );
}
