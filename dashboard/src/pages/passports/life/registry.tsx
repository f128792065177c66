import { Link } from '@tanstack/react-router';
import { graphql, type ResultOf } from '../../../api/graphql.ts';
import { usePlace } from '../../../api/place.ts';
import { useAnswer } from '../../../api/use-answer.ts';
import { t } from '../../../language.ts';
import { Facts } from '../../../parts/page/facts.tsx';
import { Panel } from '../../../parts/page/panel.tsx';
import { QueryView } from '../../../parts/page/query-view.tsx';
import { StateChip } from '../../../parts/page/state-chip.tsx';
import { momentOf } from '../../../parts/texts/format.ts';

const REGISTRY = graphql(`
  query PassportRegistry($id: ID!) {
    dpp(id: $id) {
      id status
      registration {
        publishedVersion state registrationId lastFailure attemptCount lastAttemptAt nextAttemptAt
        submittedAt
        errors { field message }
      }
      backup { provider { name } url rpoSeconds lastReplicatedAt waitingSince lastFailure }
    }
  }
`);

type Shown = NonNullable<ResultOf<typeof REGISTRY>['dpp']>;

/** Copies of the current version outside of this service: in the registry, and at the second operator. */
export function RegistryTab({ id }: { readonly id: string }) {
  const query = useAnswer(REGISTRY, { id });
  return (
    <QueryView query={query} purpose={t('A published passport is registered and backed up.')}>
      {({ dpp }) =>
        dpp !== null && (
          <div className="stack">
            <Registration passport={dpp} />
            <Backup passport={dpp} />
          </div>
        )
      }
    </QueryView>
  );
}

function Registration({ passport: { id, registration } }: { readonly passport: Shown }) {
  const place = usePlace();
  if (registration == null)
    return (
      <Panel title={t('Registration')}>
        <p className="quiet">
          {t('A draft is not registered. Its publication submits version 1.')}
        </p>
      </Panel>
    );
  const { state, publishedVersion, registrationId, submittedAt, errors } = registration;
  const { lastAttemptAt, nextAttemptAt, lastFailure } = registration;
  return (
    <Panel title={t('Registration')} note={t('Version {publishedVersion}', { publishedVersion })}>
      <div className="stack">
        <p className="row">
          <StateChip state={state} />
          <span>{NEXT_STEPS[state]}</span>
        </p>
        {lastFailure !== null && (
          <div className="notice warn">
            <p>
              {t('The last attempt brought no answer, and is repeated. {lastFailure}', {
                lastFailure,
              })}
            </p>
          </div>
        )}
        {errors.length > 0 && (
          <ul className="list">
            {errors.map(({ field, message }) => (
              <li key={`${field} ${message}`}>
                {field !== '' && <span className="code">{field}</span>} {message}
              </li>
            ))}
          </ul>
        )}
        {state === 'REJECTED' && (
          <p>
            <Link to="/app/$organization/$world/passports/$id" params={{ ...place, id }}>
              {t('Correct the content')}
            </Link>
          </p>
        )}
        <Facts
          facts={[
            [t('Registration'), registrationId],
            [t('Taken by the registry'), timeOf(submittedAt)],
            [t('Last attempt'), timeOf(lastAttemptAt)],
            [t('Next attempt'), place.world === 'live' ? timeOf(nextAttemptAt) : null],
          ]}
        />
      </div>
    </Panel>
  );
}

const NEXT_STEPS = {
  PENDING: t(
    'Waits for the registry; there is nothing to do. Passports of the sandbox are submitted by the command “trackway passports register” only.',
  ),
  REGISTERED: t('The registry has this version.'),
  REJECTED: t(
    'Correct what is named below and publish the next version, which is submitted again.',
  ),
  DEACTIVATED: t('The registry knows that the item was revoked or has ended.'),
} as const;

function Backup({ passport: { status, backup } }: { readonly passport: Shown }) {
  const place = usePlace();
  if (backup == null)
    return (
      <Panel title={t('Back-up')}>
        <p className="quiet">{reasonWithoutBackup(status, place.world)}</p>
      </Panel>
    );
  const { provider, url, rpoSeconds, lastReplicatedAt, waitingSince, lastFailure } = backup;
  return (
    <Panel title={t('Back-up')} note={waitingSince === null ? t('Current') : t('Not current')}>
      <div className="stack">
        {waitingSince !== null && (
          <p>
            {t(
              'Changes since {waitingSince} are not at the second operator yet; they are delivered without your help.',
              { waitingSince: momentOf(waitingSince) },
            )}
          </p>
        )}
        {lastFailure !== null && (
          <div className="notice warn">
            <p>{t('The last delivery failed, and is repeated. {lastFailure}', { lastFailure })}</p>
          </div>
        )}
        <Facts
          facts={[
            [t('Back-up provider'), provider?.name ?? t('Not named in the passport')],
            [t('Last delivery'), timeOf(lastReplicatedAt) ?? t('None yet')],
            [
              t('Recovery point objective'),
              t('{minutes, plural, one {# minute} other {# minutes}}', {
                minutes: rpoSeconds / 60,
              }),
            ],
          ]}
        />
        <p>
          <a href={url}>{t('Open the passport at the second operator')}</a>
        </p>
      </div>
    </Panel>
  );
}

function reasonWithoutBackup(status: Shown['status'], world: string): string {
  if (world === 'sandbox') return t('Passports of the sandbox are not backed up.');
  return status === 'DRAFT'
    ? t('A draft is not backed up. Each publication and each change after it is.')
    : t(
        'This service has no second operator: who runs it sets TRACKWAY_PASSPORT_BACKUP_FOLDER and TRACKWAY_PASSPORT_BACKUP_URL.',
      );
}

function timeOf(time: string | null): string | null {
  return time === null ? null : momentOf(time);
}
