import { t } from '../../language.ts';
import { CopyButton } from '../../parts/copy.tsx';
import { Dialog } from '../../parts/dialog.tsx';

/** The only view of a token: it is in this component's memory and goes with it. */
export function RevealToken({
  title,
  token,
  use,
  onClose,
}: {
  readonly title: string;
  readonly token: string;
  /** One sentence about what the holder does with it. */
  readonly use: string;
  readonly onClose: () => void;
}) {
  return (
    <Dialog title={title} onCancel={() => {}}>
      <div className="stack">
        <p>{t('This is the only time the token is shown. {use}', { use })}</p>
        <p className="reveal code" data-testid="token">
          {token}
        </p>
        <div className="dialog-foot">
          <CopyButton text={token} label={t('Copy token')}>
            <button type="button" onClick={onClose}>
              {t('Done')}
            </button>
          </CopyButton>
        </div>
      </div>
    </Dialog>
  );
}
