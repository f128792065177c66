import type { ReactNode } from 'react';
import { t } from '../../../language.ts';
import { Dialog } from '../../../parts/dialogs/dialog.tsx';
import { CopyButton } from '../../../parts/page/copy.tsx';

/** The only view of a token: it is in this component's memory and goes with it. */
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
    <Dialog title={t('Copy the code now')} onCancel={() => {}}>
      <div className="stack">
        <p>{t('This is the only time the code is shown.')}</p>
        <p className="reveal code" data-testid="token">
          {token}
        </p>
        <p>{use}</p>
        <div className="dialog-foot">
          <CopyButton text={token} label={t('Copy code')}>
            <button type="button" onClick={onClose}>
              {t('Done')}
            </button>
          </CopyButton>
        </div>
      </div>
    </Dialog>
  );
}
