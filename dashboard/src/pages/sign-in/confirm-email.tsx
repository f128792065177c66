import { useQueryClient } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { send } from '../../api/session.ts';
import { useTask } from '../../api/use-task.ts';
import { t } from '../../language.ts';
import { TaskFailure } from '../../parts/page/notice.tsx';
import { PageTitle } from '../../parts/page/page-title.tsx';

/** Confirms a new e-mail address by the link of a mail. A button does it: programs that check mails open links too, and a link works once. */
export function ConfirmEmail() {
  const { token } = useParams({ from: '/email/$token' });
  const [isDone, setDone] = useState(false);
  const queries = useQueryClient();
  const task = useTask(async (_: undefined) => {
    await send('/app/email/confirm', { token });
    await queries.invalidateQueries({ queryKey: ['session'] });
    setDone(true);
  });
  return (
    <main className="door">
      <img src="/trackway.svg" alt="Trackway" width="48" height="48" />
      <div className="panel stack">
        <PageTitle>{t('Your new e-mail address')}</PageTitle>
        <TaskFailure task={task} />
        {isDone ? (
          <>
            <p role="status">{t('The address is confirmed: sign in with it from now on.')}</p>
            <p>
              <Link to="/">{t('Continue')}</Link>
            </p>
          </>
        ) : (
          <button
            type="button"
            className="main"
            disabled={task.isRunning}
            onClick={() => void task.run(undefined)}
          >
            {t('Confirm the address')}
          </button>
        )}
      </div>
    </main>
  );
}
