import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Task } from '../../api/use-task.ts';
import { t } from '../../language.ts';
import { useUnsaved } from '../../unsaved.ts';
import { TaskForm } from '../forms/task-form.tsx';
import { TaskFailure } from '../page/notice.tsx';
import { Dialog } from './dialog.tsx';

/** A dialog with a form: one button leaves it, the other runs the task with what the fields hold. */
export function FormDialog({
  title,
  action,
  task,
  isDanger = false,
  isDisabled = false,
  onClose,
  children,
}: {
  readonly title: string;
  /** Name of the button. */
  readonly action: string;
  readonly task: Task<FormData>;
  readonly isDanger?: boolean;
  /** True while the form lacks something. */
  readonly isDisabled?: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}) {
  const form = useFirstField();
  const [isTyped, setTyped] = useState(false);
  // Success may lead to another page: the values that were sent are saved then.
  const isUnsaved = (isTyped || task.error !== undefined) && !task.isRunning;
  // A confirmation is of no use later.
  const mayLeave = useUnsaved(isUnsaved && !isDanger);
  const cancel = () => {
    if (!task.isRunning && mayLeave()) onClose();
  };
  const run = (fields: FormData) => {
    setTyped(false);
    return task.run(fields);
  };
  return (
    <Dialog title={title} onCancel={cancel}>
      <TaskForm ref={form} task={{ ...task, run }} onChange={() => setTyped(true)}>
        <TaskFailure task={task} />
        {children}
        <div className="dialog-foot">
          <button type="button" disabled={task.isRunning} onClick={onClose}>
            {t('Cancel')}
          </button>
          <button
            type="submit"
            className={isDanger ? 'danger' : 'main'}
            disabled={isDisabled || task.isRunning}
          >
            {action}
          </button>
        </div>
      </TaskForm>
    </Dialog>
  );
}

/** Focuses the first field once: the browser does so only for fields that are there when the dialog opens. */
function useFirstField() {
  const form = useRef<HTMLFormElement>(null);
  const isFocused = useRef(false);
  useEffect(() => {
    const field = form.current?.querySelector<HTMLElement>('input, select, textarea');
    if (isFocused.current || field == null) return;
    isFocused.current = true;
    field.focus();
  });
  return form;
}
