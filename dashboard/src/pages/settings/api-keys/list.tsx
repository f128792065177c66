import { Ban, BookOpen, Check, Clock, KeyRound, RefreshCw } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { graphql, type ResultOf } from '../../../api/graphql.ts';
import { usePlace } from '../../../api/place.ts';
import { useAnswer } from '../../../api/use-answer.ts';
import { useReload } from '../../../api/use-change.ts';
import { language, t } from '../../../language.ts';
import { PageHead } from '../../../parts/page/page-head.tsx';
import { QueryView } from '../../../parts/page/query-view.tsx';
import { dayOf, inSentence, momentOf, sinceOf, wordsOf } from '../../../parts/texts/format.ts';
import { SettingsPage } from '../settings-page.tsx';
import { CreateKey } from './create-key.tsx';
import { RevokeKey, RotateKey } from './end-key.tsx';

const KEYS = graphql(`
  query ApiKeys {
    apiKeys(last: 100) {
      totalCount
      nodes {
        id name prefix last4 tier permissions state createdAt lastUsedAt expiresAt revokedAt recentRequests
      }
    }
  }
`);

type Keys = NonNullable<ResultOf<typeof KEYS>['apiKeys']>;
export type ApiKey = NonNullable<Keys['nodes'][number]>;

type Open =
  | { readonly dialog: 'create' }
  | { readonly dialog: 'rotate' | 'revoke'; readonly key: ApiKey };

/** Settings, API keys. A key's value is in the dialog that reveals it, and nowhere else. */
export function ApiKeys() {
  const place = usePlace();
  const reload = useReload();
  const [open, setOpen] = useState<Open>();
  const keys = useAnswer(KEYS, {});
  const close = () => {
    setOpen(undefined);
    void reload();
  };
  const rows = (keys.data?.apiKeys?.nodes ?? []).filter((key) => key !== null).toReversed();
  const active = rows.filter(({ state }) => state === 'ACTIVE' || state === 'EXPIRING').length;
  return (
    <>
      <PageHead
        title={t('API keys')}
        path={t('Settings')}
        about={
          keys.data &&
          t(
            '{active, plural, one {# {world} key works} other {# {world} keys work}}. A key carries one environment, one tier and its own permissions.',
            { active, world: inSentence(wordsOf(place.world)) },
          )
        }
      >
        <a className="button" href="/docs/guides/keys-and-limits">
          <BookOpen /> {t('How to authenticate')}
        </a>
        {keys.data !== undefined && (
          <button type="button" className="main" onClick={() => setOpen({ dialog: 'create' })}>
            <KeyRound /> {t('Create key')}
          </button>
        )}
      </PageHead>
      <SettingsPage>
        <QueryView query={keys} purpose={t('Programs call the API with these keys.')}>
          {() => (
            <div className="panel">
              {rows.length === 0 && (
                <p>
                  {t('There are no keys yet. Create a {world} key to call the API.', {
                    world: inSentence(wordsOf(place.world)),
                  })}
                </p>
              )}
              {rows.length > 0 && (
                <table>
                  <thead>
                    <tr>
                      <th>{t('Name')}</th>
                      <th>{t('Key')}</th>
                      <th>{t('Tier')}</th>
                      <th>{t('Permissions')}</th>
                      <th>{t('Last used')}</th>
                      <th>{t('14 days')}</th>
                      <th>{t('State')}</th>
                      <th>
                        <span className="visually-hidden">{t('Actions')}</span>
                      </th>
                    </tr>
                  </thead>
                  <tbody>
                    {rows.map((key) => (
                      <KeyRow key={key.id} apiKey={key} onOpen={setOpen} />
                    ))}
                  </tbody>
                </table>
              )}
            </div>
          )}
        </QueryView>
      </SettingsPage>
      {open?.dialog === 'create' && <CreateKey onClose={close} />}
      {open?.dialog === 'rotate' && <RotateKey apiKey={open.key} onClose={close} />}
      {open?.dialog === 'revoke' && <RevokeKey apiKey={open.key} onClose={close} />}
    </>
  );
}

function KeyRow({
  apiKey,
  onOpen,
}: {
  readonly apiKey: ApiKey;
  readonly onOpen: (open: Open) => void;
}) {
  const works = apiKey.state === 'ACTIVE' || apiKey.state === 'EXPIRING';
  return (
    <tr className={works ? '' : 'quiet'}>
      <td data-label={t('Name')} className="strong">
        {apiKey.name}
      </td>
      <td data-label={t('Key')} className="code">
        {t('{prefix}tw_…{last4}', { prefix: apiKey.prefix, last4: apiKey.last4 })}
      </td>
      <td data-label={t('Tier')}>{wordsOf(apiKey.tier)}</td>
      <td data-label={t('Permissions')}>{summaryOf(apiKey.permissions)}</td>
      <td data-label={t('Last used')}>
        {apiKey.lastUsedAt === null ? t('Never used') : sinceOf(apiKey.lastUsedAt)}
      </td>
      <td data-label={t('14 days')}>
        <RecentUse requests={apiKey.recentRequests} />
      </td>
      <td data-label={t('State')}>
        <StateChip apiKey={apiKey} />
      </td>
      <td data-label={t('Actions')}>
        <span className="row-actions">
          {apiKey.state === 'ACTIVE' && (
            <button
              type="button"
              className="plain"
              onClick={() => onOpen({ dialog: 'rotate', key: apiKey })}
            >
              {t('Rotate')}
              <span className="visually-hidden"> {apiKey.name}</span>
            </button>
          )}
          {works && (
            <button
              type="button"
              className="plain"
              onClick={() => onOpen({ dialog: 'revoke', key: apiKey })}
            >
              {t('Revoke')}
              <span className="visually-hidden"> {apiKey.name}</span>
            </button>
          )}
        </span>
      </td>
    </tr>
  );
}

/** As the warning of Home. */
const SOON_MS = 14 * 86_400_000;

const BAR = 6;
const HEIGHT = 24;

/** Requests of the last 14 days, a bar a day; the base line is all that days without requests have. */
function RecentUse({ requests }: { readonly requests: readonly number[] }) {
  const total = requests.reduce((sum, count) => sum + count, 0);
  const most = Math.max(...requests);
  const width = requests.length * BAR;
  return (
    <span className="recent-use">
      <svg
        width={width}
        height={HEIGHT}
        role="img"
        aria-label={
          total === 0
            ? t('No requests')
            : t('Requests of the last {count} days, today last: {requests}', {
                count: requests.length,
                requests: requests.join(', '),
              })
        }
      >
        <line
          x2={width}
          y1={HEIGHT - 0.5}
          y2={HEIGHT - 0.5}
          strokeDasharray={`${BAR - 2} 2`}
          className="base"
        />
        {requests.map((count, index) => {
          const height = count === 0 ? 0 : Math.max(2, (count / most) * HEIGHT);
          return (
            <rect
              key={index}
              x={index * BAR}
              y={HEIGHT - height}
              width={BAR - 2}
              height={height}
              className="column"
            />
          );
        })}
      </svg>
      {total > 0 && <span className="small">{total.toLocaleString(language)}</span>}
    </span>
  );
}

function StateChip({ apiKey: { state, expiresAt, revokedAt } }: { readonly apiKey: ApiKey }) {
  const chip = (tone: '' | 'ok' | 'info' | 'warn', icon: ReactNode, text: string) => (
    <span className={`chip ${tone}`}>
      {icon} {text}
    </span>
  );
  if (state === 'REVOKED')
    return chip(
      '',
      <Ban size={14} />,
      revokedAt === null ? t('Revoked') : t('Revoked {revokedAt}', { revokedAt: dayOf(revokedAt) }),
    );
  if (state === 'EXPIRED') return chip('', <Ban size={14} />, t('Expired'));
  if (state === 'EXPIRING')
    return chip(
      'info',
      <RefreshCw size={14} />,
      expiresAt === null
        ? t('Rotated')
        : t('Rotated, ends {expiresAt}', { expiresAt: momentOf(expiresAt) }),
    );
  if (expiresAt !== null && Date.parse(expiresAt) < Date.now() + SOON_MS)
    return chip(
      'warn',
      <Clock size={14} />,
      t('Expires {expiresAt}', { expiresAt: dayOf(expiresAt) }),
    );
  return (
    <>
      {chip('ok', <Check size={14} />, t('Active'))}{' '}
      {expiresAt !== null && (
        <span className="quiet small">{t('until {day}', { day: dayOf(expiresAt) })}</span>
      )}
    </>
  );
}

/** Permissions in a few words. */
function summaryOf(permissions: readonly string[]): string {
  const writes = permissions.filter((permission) => !permission.endsWith('_READ'));
  if (permissions.length === 0) return t('None');
  if (writes.length === 0) return permissions.length > 3 ? t('Read only') : wordsOfAll(permissions);
  return permissions.length <= 3
    ? wordsOfAll(permissions)
    : t('{count, plural, one {# permission} other {# permissions}}', { count: permissions.length });
}

function wordsOfAll(permissions: readonly string[]): string {
  return permissions.map(wordsOf).join(', ');
}
