import { t } from '../language.ts';

/** The last row of a dialog with a form: one button leaves it, the other submits it. */
export function DialogFoot({
  action,
  isDanger = false,
  isDisabled,
  onCancel,
}: {
  readonly action: string;
  readonly isDanger?: boolean;
  readonly isDisabled: boolean;
  readonly onCancel: () => void;
}) {
  return (
    <div className="dialog-foot">
      <button type="button" onClick={onCancel}>
        {t('Cancel')}
      </button>
      <button type="submit" className={isDanger ? 'danger' : 'main'} disabled={isDisabled}>
        {action}
      </button>
    </div>
  );
}
