import type { ComponentPropsWithRef } from 'react';
import type { Task } from '../../api/use-task.ts';
import { FieldProblems } from './field.tsx';
import { submit } from './form.ts';

type Props = Omit<ComponentPropsWithRef<'form'>, 'onSubmit'> & {
  readonly task: Pick<Task<FormData>, 'run' | 'problemOf'>;
};

/** A form that runs a task with what its fields hold. Each of them shows the problem of its name. */
export function TaskForm({ task, className = 'stack', ...form }: Props) {
  return (
    <FieldProblems value={task.problemOf}>
      <form {...form} className={className} onSubmit={(event) => submit(event, task.run)} />
    </FieldProblems>
  );
}
