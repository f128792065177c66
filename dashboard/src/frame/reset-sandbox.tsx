import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { graphql } from '../api/graphql.ts';
import { usePlace } from '../api/place.ts';
import { newIdempotencyKey, type Place, request } from '../api/request.ts';
import { Failure } from '../api/session.ts';
import { useReload } from '../api/use-change.ts';
import { t } from '../language.ts';
import { ConfirmDialog } from '../parts/dialogs/confirm-dialog.tsx';

const RESET = graphql(`
  mutation ResetSandbox { resetSandbox { isReset } }
`);

/** Between two requests, each of which waits for the end as long as a request may. */
const PAUSE_MS = 1_000;

/** Asks before everything in the sandbox is deleted and the mock data is made again. */
export function ResetSandbox({
  onGoingOn,
  onClose,
}: {
  /** Called with the idempotency key of a reset that takes longer than a request. */
  readonly onGoingOn: (idempotencyKey: string) => void;
  readonly onClose: () => void;
}) {
  const place = usePlace();
  const navigate = useNavigate();
  const [idempotencyKey] = useState(newIdempotencyKey);
  return (
    <ConfirmDialog
      title={t('Reset sandbox')}
      typed={t('reset')}
      action={t('Reset sandbox')}
      onConfirm={async () => {
        if (!(await isReset(place, idempotencyKey))) onGoingOn(idempotencyKey);
        // The object of this page is gone.
        await navigate({ to: '/app/$organization/$world', params: place });
      }}
      onClose={onClose}
    >
      <p>
        {t(
          'Deletes everything in the sandbox except its keys and settings, for all members, and fills it with the mock data again. Live stays as it is.',
        )}
      </p>
    </ConfirmDialog>
  );
}

/** Follows a reset to its end, and loads the pages again. */
export function ResetProgress({
  idempotencyKey,
  onEnd,
}: {
  readonly idempotencyKey: string;
  readonly onEnd: () => void;
}) {
  const place = usePlace();
  const reload = useReload();
  const { data: hasEnded = false, error } = useQuery({
    queryKey: ['reset', idempotencyKey],
    queryFn: () => isReset(place, idempotencyKey),
    refetchInterval: ({ state }) =>
      state.data === true || hasFailed(state.error) ? false : PAUSE_MS,
  });
  useEffect(() => {
    if (!hasEnded) return;
    onEnd();
    void reload();
  });
  if (!hasFailed(error))
    return (
      <p role="status">{t('The reset goes on; until it is done, the earlier data is shown.')}</p>
    );
  return (
    <>
      <p role="alert">{t('The reset failed; the earlier data is shown.')}</p>
      <button type="button" onClick={onEnd}>
        {t('Close')}
      </button>
    </>
  );
}

/** Asks for a reset, or waits for the one that was asked for with the same key. */
async function isReset(place: Place, idempotencyKey: string): Promise<boolean> {
  const { resetSandbox } = await request(place, RESET, {}, idempotencyKey);
  return resetSandbox?.isReset === true;
}

/** True for an error of the reset itself: others say nothing about it. */
function hasFailed(error: Error | null): boolean {
  return error instanceof Failure && error.code === 'INTERNAL_ERROR';
}
