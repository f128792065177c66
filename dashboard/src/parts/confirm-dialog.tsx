import { type ReactNode, useState } from 'react';
import { t } from '../language.ts';
import { useTask } from '../use-task.ts';
import { Dialog } from './dialog.tsx';
import { DialogFoot } from './dialog-foot.tsx';
import { Field } from './field.tsx';
import { submit } from './form.ts';
import { FailureNotice } from './notice.tsx';

/** Asks for a typed confirmation of what cannot be undone. */
export function ConfirmDialog({
  title,
  typed: wanted,
  action,
  children,
  onConfirm,
  onClose,
}: {
  readonly title: string;
  /** The text that the person types. */
  readonly typed: string;
  /** Name of the button. */
  readonly action: string;
  readonly children: ReactNode;
  readonly onConfirm: () => Promise<void>;
  readonly onClose: () => void;
}) {
  const [typed, setTyped] = useState('');
  const { run, isRunning, error } = useTask(async (_form: FormData) => {
    await onConfirm();
    onClose();
  });
  return (
    <Dialog title={title} onCancel={onClose}>
      <form className="stack" onSubmit={(event) => submit(event, run)}>
        {error !== undefined && <FailureNotice error={error} />}
        {children}
        <Field
          label={t('Type “{wanted}” to confirm', { wanted })}
          autoComplete="off"
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
        <DialogFoot
          action={action}
          isDanger
          isDisabled={isRunning || typed !== wanted}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  );
}
