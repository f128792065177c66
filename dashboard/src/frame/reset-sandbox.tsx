import { useNavigate } from '@tanstack/react-router';
import { graphql } from '../api/graphql.ts';
import { usePlace } from '../api/place.ts';
import { request } from '../api/request.ts';
import { t } from '../language.ts';
import { ConfirmDialog } from '../parts/dialogs/confirm-dialog.tsx';

const RESET = graphql(`
  mutation ResetSandbox { resetSandbox { isReset } }
`);

/** Asks before everything in the sandbox is deleted and the mock data is made again. */
export function ResetSandbox({
  onGoingOn,
  onClose,
}: {
  /** Called if the reset takes longer than a request. */
  readonly onGoingOn: () => void;
  readonly onClose: () => void;
}) {
  const place = usePlace();
  const navigate = useNavigate();
  return (
    <ConfirmDialog
      title={t('Reset sandbox')}
      typed={t('reset')}
      action={t('Reset sandbox')}
      onConfirm={async () => {
        const { resetSandbox } = await request(place, RESET, {});
        if (resetSandbox?.isReset !== true) onGoingOn();
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
