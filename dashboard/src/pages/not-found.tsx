import { rich, t } from '../language.ts';
export function NotFound() {
  return (
    <div className="door">
      <div className="panel stack">
        <h1>{t('There is no such page')}</h1>
        <p>
          {rich('The address may be old or incomplete. <a>Go to the start page</a>.', {
            a: (text) => <a href="/">{text}</a>,
          })}
        </p>
      </div>
    </div>
  );
}
