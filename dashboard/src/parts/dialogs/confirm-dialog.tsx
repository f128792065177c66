import { type ReactNode, useState } from 'react';
import { useChange } from '../../api/use-change.ts';
import { t } from '../../language.ts';
import { Field } from '../forms/field.tsx';
import { FormDialog } from './form-dialog.tsx';

/** Asks for a typed confirmation of what cannot be undone; the pages are loaded again after it. */
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
  const task = useChange((_form: FormData) => onConfirm(), onClose);
  return (
    <FormDialog
      title={title}
      action={action}
      isDanger
      isDisabled={asShown(typed) !== asShown(wanted)}
      task={task}
      onClose={onClose}
    >
      {children}
      <Field
        label={t('Type “{wanted}” to confirm', { wanted })}
        autoComplete="off"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
    </FormDialog>
  );
}

/** A text as a page shows it, with one space for any number of them: more cannot be seen, and so not typed. */
function asShown(text: string): string {
  return text.normalize().replace(/\s+/gu, ' ').trim();
}
