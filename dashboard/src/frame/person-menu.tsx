import { LogOut } from 'lucide-react';
import { useSession } from '../api/place.ts';
import { send } from '../api/session.ts';
import { useTask } from '../api/use-task.ts';
import { t } from '../language.ts';
import { Disclosure } from '../parts/page/disclosure.tsx';
import { TaskFailure } from '../parts/page/notice.tsx';
import { LanguageField } from './language-field.tsx';

/** The signed-in person, and choices that are theirs alone. */
export function PersonMenu() {
  const { person } = useSession();
  if (person === null) return null;
  return (
    <Disclosure
      className="initials"
      label={
        <>
          <span aria-hidden>{initialsOf(person.name)}</span>
          <span className="visually-hidden">{t('Account of {name}', { name: person.name })}</span>
        </>
      }
    >
      <p>
        <bdi className="strong">{person.name}</bdi>
        <br />
        <span className="quiet small">{person.email}</span>
      </p>
      <LanguageField />
      <SignOut />
    </Disclosure>
  );
}

function SignOut() {
  const task = useTask(async (_: undefined) => {
    await send('/app/auth/sign-out', {});
    // A fresh page forgets everything that was shown.
    window.location.assign('/sign-in');
  });
  return (
    <>
      <TaskFailure task={task} />
      <button type="button" disabled={task.isRunning} onClick={() => void task.run(undefined)}>
        <LogOut /> {t('Sign out')}
      </button>
    </>
  );
}

/** First letters of the first and the last name. */
function initialsOf(name: string): string {
  const names = name.split(/\s+/u).filter((each) => each !== '');
  return [names[0], names.length > 1 ? names.at(-1) : undefined]
    .map((each) => [...(each ?? '')][0]?.toUpperCase() ?? '')
    .join('');
}
