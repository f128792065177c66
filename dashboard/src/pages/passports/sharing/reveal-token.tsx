import type { ReactNode } from 'react';
import { t } from '../../../language.ts';
import { RevealDialog } from '../../../parts/dialogs/reveal-dialog.tsx';

/** Shows the code of a grant or an offer. */
export function RevealToken({
  token,
  use,
  onClose,
}: {
  readonly token: string;
  /** Next step of the person, and of the receiver. */
  readonly use: ReactNode;
  readonly onClose: () => void;
}) {
  return (
    <RevealDialog
      title={t('Copy the code now')}
      secret={token}
      copyLabel={t('Copy code')}
      onClose={onClose}
    >
      {t('This is the only time the code is shown.')} {use}
    </RevealDialog>
  );
}
