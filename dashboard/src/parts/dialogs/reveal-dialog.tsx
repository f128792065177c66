import type { ReactNode } from 'react';
import { t } from '../../language.ts';
import { CopyButton } from '../page/copy.tsx';
import { Dialog } from './dialog.tsx';

/** The only view of a secret: it is in the memory of this component and goes with it. */
export function RevealDialog({
  title,
  secret,
  copyLabel,
  children,
  onClose,
}: {
  readonly title: string;
  readonly secret: string;
  /** Name of the button that copies the secret. */
  readonly copyLabel: string;
  /** Use of the secret. */
  readonly children: ReactNode;
  readonly onClose: () => void;
}) {
  return (
    <Dialog title={title}>
      <div className="stack">
        <p className="quiet">{children}</p>
        <p className="reveal code" data-testid="secret">
          {secret}
        </p>
        <div className="row">
          <CopyButton text={secret} label={copyLabel} />
        </div>
        <div className="dialog-foot">
          <button type="button" onClick={onClose}>
            {t('Done')}
          </button>
        </div>
      </div>
    </Dialog>
  );
}
