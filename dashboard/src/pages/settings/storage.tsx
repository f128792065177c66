import { useState } from 'react';
import { type FragmentOf, graphql } from '../../api/graphql.ts';
import { language, t } from '../../language.ts';
import { Allowed } from '../../parts/page/allowed.tsx';
import { Panel } from '../../parts/page/panel.tsx';
import { dayOf, labelled, share, sinceOf, wordsOf } from '../../parts/texts/format.ts';
import { Bars } from './bars.tsx';
import { DeleteEvents, type Deletion } from './delete-events.tsx';

export const STORAGE = graphql(`
  fragment StoredBytes on Storage {
    recordBytes maxRecordBytes measuredAt fileBytes maxFileBytes
    recordKinds { kind bytes }
  }
`);
type Stored = FragmentOf<typeof STORAGE>;
type RecordKind = Stored['recordKinds'][number]['kind'];

/** Bytes that the environment stores, what they are of, and how they become less. */
export function Storage({ stored }: { readonly stored: Stored }) {
  const { recordBytes, maxRecordBytes, fileBytes, maxFileBytes } = stored;
  const parts = [
    [t('Records, with their indexes'), recordBytes, maxRecordBytes],
    [t('Files of imports and exports'), fileBytes, maxFileBytes],
  ] as const;
  return (
    <>
      <Panel title={t('Storage')} note={t('Beyond the most, new data are refused')}>
        <Bars
          head={t('Data')}
          columns={[t('Stored'), t('At most')]}
          bars={parts.map(([name, bytes, mostBytes]) => ({
            name,
            length: bytes / mostBytes,
            cells: [sizeOf(bytes), sizeOf(mostBytes)],
          }))}
        />
      </Panel>
      {stored.recordKinds.length > 0 && <Kinds stored={stored} />}
      <Allowed permission="WEBHOOKS_WRITE">
        <OldEvents />
      </Allowed>
    </>
  );
}

function Kinds({ stored: { recordKinds, measuredAt } }: { readonly stored: Stored }) {
  const sum = recordKinds.reduce((bytes, kind) => bytes + kind.bytes, 0);
  const most = recordKinds[0]?.bytes ?? sum;
  return (
    <Panel
      title={t('Records by kind')}
      note={measuredAt !== null && labelled(t('Measured'), sinceOf(measuredAt))}
    >
      <Bars
        head={t('Kind')}
        columns={[t('Stored'), t('Share')]}
        bars={recordKinds.map(({ kind, bytes }) => ({
          name: wordsOf(kind),
          note: LESS[kind],
          length: bytes / most,
          cells: [sizeOf(bytes), share(bytes / sum)],
        }))}
      />
    </Panel>
  );
}

/** The way to fewer records of a kind. */
const LESS: Readonly<Record<RecordKind, string>> = {
  PRODUCTS: t('Products that nothing refers to can be deleted.'),
  SUPPLY_CHAINS: t('They can be deleted with their versions.'),
  FACTORS: t('Sets of your own that nothing refers to can be deleted.'),
  CALCULATIONS: t('They are kept, so that results can be explained.'),
  SCENARIOS: t('They can be deleted; their calculations are kept.'),
  ORDERS: t('They are kept.'),
  CUSTOMERS: t('Their personal data can be erased.'),
  PASSPORTS: t('Drafts can be deleted; published passports are kept.'),
  ASSETS: t('Those that no published passport links to can be deleted.'),
  PARTNERS: t('They can be deleted with their requests.'),
  EVENTS: t('Old events can be deleted below.'),
  WEBHOOKS: t('Deliveries are deleted after 30 days.'),
  AUDIT_LOG: t('Entries are deleted after 730 days.'),
  OTHER: t('Index of the search, API keys, jobs, and answers that are kept for repetitions.'),
};

/** The log of events, which only its owner makes shorter. */
function OldEvents() {
  const [isDeleting, setDeleting] = useState(false);
  const [deletion, setDeletion] = useState<Deletion>();
  return (
    <Panel title={t('Old events')}>
      <p className="row">
        <button type="button" className="danger" onClick={() => setDeleting(true)}>
          {t('Delete old events')}
        </button>
        {t('Every change adds an event to the log, which stays until you delete it.')}
      </p>
      <p role="status">{deletion !== undefined && resultOf(deletion)}</p>
      {isDeleting && <DeleteEvents onClose={() => setDeleting(false)} onDeleted={setDeletion} />}
    </Panel>
  );
}

function resultOf({ before, isDone }: Deletion): string {
  const day = dayOf(before);
  return isDone
    ? t('There are no events from before {day}.', { day })
    : t(
        'Events from before {day} are being deleted, some thousands in a second. The storage is measured again when they are gone.',
        { day },
      );
}

const MIB = 1024 ** 2;

/** MB of 1,048,576 bytes, rounded up as in the messages of the API, and GB of 1,024 MB. */
function sizeOf(bytes: number): string {
  const megabytes = Math.ceil(bytes / MIB);
  if (megabytes >= 10 * 1024) return inUnit(Math.ceil(megabytes / 1024), 'gigabyte');
  const text = inUnit(megabytes, 'megabyte');
  return bytes > 0 && bytes < MIB ? `< ${text}` : text;
}

function inUnit(size: number, unit: 'gigabyte' | 'megabyte'): string {
  return size.toLocaleString(language, { style: 'unit', unit });
}
