import type { ReactNode } from 'react';
import type { Task } from '../../api/use-task.ts';
import { t } from '../../language.ts';
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
  return (
    <Dialog title={title} onCancel={onClose}>
      <TaskForm task={task}>
        <TaskFailure task={task} />
        {children}
        <div className="dialog-foot">
          <button type="button" onClick={onClose}>
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
