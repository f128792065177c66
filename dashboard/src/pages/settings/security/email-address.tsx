import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { fetchSession, send } from '../../../api/session.ts';
import { useTask } from '../../../api/use-task.ts';
import { t } from '../../../language.ts';
import { Field } from '../../../parts/forms/field.tsx';
import { TaskForm } from '../../../parts/forms/task-form.tsx';
import { TaskFailure } from '../../../parts/page/notice.tsx';
import { Panel } from '../../../parts/page/panel.tsx';

type Change = {
  readonly email: string;
  /** False until the link is opened that the service mails to the address. */
  readonly isInEffect: boolean;
};

/** The address that the person signs in with, and a form that changes it. */
export function EmailAddress() {
  const session = useQuery({ queryKey: ['session'], queryFn: fetchSession });
  const queries = useQueryClient();
  const [change, setChange] = useState<Change>();
  const task = useTask(async (form: FormData) => {
    setChange(undefined);
    const email = String(form.get('email'));
    const { isInEffect } = await send<Pick<Change, 'isInEffect'>>('/app/email', {
      email,
      password: form.get('password'),
    });
    setChange({ email, isInEffect });
    await queries.invalidateQueries({ queryKey: ['session'] });
  });
  return (
    <Panel title={t('E-mail address')} note={session.data?.person?.email}>
      <TaskForm style={{ maxWidth: '26rem' }} task={task}>
        {!task.hasFieldProblems && <TaskFailure task={task} />}
        {change !== undefined && <p role="status">{outcomeOf(change)}</p>}
        <Field
          label={t('New e-mail address')}
          name="email"
          type="email"
          autoComplete="email"
          required
        />
        <Field
          label={t('Present password')}
          name="password"
          type="password"
          autoComplete="current-password"
          required
        />
        <p>
          <button type="submit" disabled={task.isRunning}>
            {t('Change address')}
          </button>
        </p>
      </TaskForm>
    </Panel>
  );
}

function outcomeOf({ email, isInEffect }: Change): string {
  return isInEffect
    ? t('You sign in with {email} from now on.', { email })
    : t(
        'A link was sent to {email}. Open it within an hour; until then you sign in with the present address.',
        { email },
      );
}
