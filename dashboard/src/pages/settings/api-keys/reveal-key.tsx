import { Download } from 'lucide-react';
import { useState } from 'react';
import { usePlace } from '../../../api/place.ts';
import { t } from '../../../language.ts';
import { Dialog } from '../../../parts/dialogs/dialog.tsx';
import { CopyButton } from '../../../parts/page/copy.tsx';
import { useCurl } from '../../../parts/page/curl-sample.tsx';
import { download } from '../../../parts/page/download.ts';
import { Facts } from '../../../parts/page/facts.tsx';
import { dayOf, wordsOf } from '../../../parts/texts/format.ts';

export type NewKey = {
  readonly value: string;
  readonly name: string;
  readonly tier: string;
  readonly expiresAt: string | null;
  readonly permissions: readonly string[];
};

/**
 * The only view of a key's value: it is in this component's memory and goes with it, into no URL,
 * storage, cache or log.
 */
export function RevealKey({
  newKey,
  onClose,
}: {
  readonly newKey: NewKey;
  readonly onClose: () => void;
}) {
  const { world } = usePlace();
  const [isStored, setStored] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const curl = useCurl('{ me { name tier } }');
  return (
    <Dialog
      title={t('Copy “{name}” now', { name: newKey.name })}
      onCancel={() => (isStored ? onClose() : setAsking(true))}
    >
      <div className="stack">
        <p className="quiet">
          {t(
            'This is the only time the key is shown. Trackway keeps a fingerprint of it and cannot show it again.',
          )}
        </p>
        <p className="reveal code" data-testid="key">
          {newKey.value}
        </p>
        <div className="row">
          <CopyButton text={newKey.value} label={t('Copy key')}>
            <button
              type="button"
              onClick={() =>
                download('trackway.env', `TRACKWAY_API_KEY=${newKey.value}\n`, 'text/plain')
              }
            >
              <Download /> {t('Save as .env')}
            </button>
          </CopyButton>
        </div>
        <Facts
          facts={[
            [t('Environment'), wordsOf(world)],
            [t('Tier'), wordsOf(newKey.tier)],
            [t('Expires'), newKey.expiresAt === null ? t('Never') : dayOf(newKey.expiresAt)],
            [t('Permissions'), newKey.permissions.length],
          ]}
        />
        <div className="stack-2">
          <p className="quiet small">{t('Check it')}</p>
          <pre tabIndex={0}>{curl}</pre>
        </div>
        {isAsking && (
          <div className="notice warn" role="alert">
            <p>
              {t(
                'The key will not be shown again. Store it first, or close and create another one.',
              )}
            </p>
            <button type="button" onClick={onClose}>
              {t('Close without the key')}
            </button>
          </div>
        )}
      </div>
      <div className="dialog-foot" style={{ justifyContent: 'space-between' }}>
        <label className="check">
          <input
            type="checkbox"
            checked={isStored}
            onChange={({ target }) => setStored(target.checked)}
          />
          {t('I have stored the key in a safe place')}
        </label>
        <button type="button" className="main" disabled={!isStored} onClick={onClose}>
          {t('Done')}
        </button>
      </div>
    </Dialog>
  );
}
