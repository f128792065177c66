import { Link, useParams, useSearch } from '@tanstack/react-router';
import { usePlace } from '../../api/place.ts';
import { KEEP_TYPED, useAnswer } from '../../api/use-answer.ts';
import { t } from '../../language.ts';
import { Missing } from '../../parts/page/missing.tsx';
import { PageHead } from '../../parts/page/page-head.tsx';
import { PathLink } from '../../parts/page/path-link.tsx';
import { QueryView } from '../../parts/page/query-view.tsx';
import { StateChip } from '../../parts/page/state-chip.tsx';
import { translationOf, useSentences } from '../../parts/service-text/translate.ts';
import { dayOf, labelled, wordsOf } from '../../parts/texts/format.ts';
import { CarrierTab } from './carrier.tsx';
import { ContentTab } from './content/content.tsx';
import { PreviewTab } from './content/preview.tsx';
import { PASSPORT, type Passport, titleOf, useMayWrite } from './document.ts';
import { PassportActions } from './life/actions.tsx';
import { EventsTab } from './life/events.tsx';
import { RegistryTab } from './life/registry.tsx';
import { VersionsTab } from './life/versions.tsx';
import { AccessTab } from './sharing/access.tsx';
import { TransferTab } from './sharing/transfer.tsx';

const TABS = [
  ['content', t('Content')],
  ['preview', t('Preview')],
  ['versions', t('Versions')],
  ['access', t('Access')],
  ['carrier', t('Data carrier')],
  ['registry', t('Registry and back-up')],
  ['events', t('Events')],
  ['transfer', t('Transfer')],
] as const;

const ROUTE = '/app/$organization/$world/passports/$id';

/** One passport: its content, its readers, its versions, and the steps of its life. */
export function PassportPage() {
  const place = usePlace();
  const { id } = useParams({ from: ROUTE });
  const { tab = 'content' } = useSearch({ from: ROUTE });
  const mayWrite = useMayWrite();
  const query = useAnswer(PASSPORT, { id }, KEEP_TYPED);
  return (
    <QueryView query={query} purpose={t('A passport is made, checked and published here.')}>
      {({ dpp }) =>
        dpp === null ? (
          <Missing>{t('This passport does not exist, or not in this environment.')}</Missing>
        ) : (
          <>
            <PageHead
              title={titleOf(dpp)}
              about={<About passport={dpp} />}
              path={
                <PathLink to="/app/$organization/$world/passports" params={place}>
                  {t('Passports')}
                </PathLink>
              }
            >
              {mayWrite && <PassportActions passport={dpp} />}
            </PageHead>
            <nav className="tabs" aria-label={t('Parts of the passport')}>
              {TABS.map(([name, label]) => (
                <Link
                  key={name}
                  to={ROUTE}
                  params={{ ...place, id }}
                  search={name === 'content' ? {} : { tab: name }}
                  activeProps={{}}
                  className={tab === name ? 'active' : undefined}
                  aria-current={tab === name ? 'page' : undefined}
                >
                  {label}
                </Link>
              ))}
            </nav>
            {tab === 'content' && <ContentTab passport={dpp} />}
            {tab === 'preview' && <PreviewTab passport={dpp} />}
            {tab === 'versions' && <VersionsTab id={id} />}
            {tab === 'access' && <AccessTab passport={dpp} />}
            {tab === 'carrier' && <CarrierTab passport={dpp} />}
            {tab === 'registry' && <RegistryTab id={id} />}
            {tab === 'events' && <EventsTab id={id} />}
            {tab === 'transfer' && <TransferTab passport={dpp} />}
          </>
        )
      }
    </QueryView>
  );
}

function About({ passport }: { readonly passport: Passport }) {
  const place = usePlace();
  const { status, statusReason, granularity, gtin, batchNumber, serialNumber } = passport;
  const { publishedVersion, retentionUntil, product, uri, supersededBy, predecessor } = passport;
  useSentences();
  const names = [
    gtin && `GTIN ${gtin}`,
    batchNumber && t('batch {batchNumber}', { batchNumber }),
    serialNumber,
  ];
  return (
    <span className="row">
      <StateChip state={status} />
      {[wordsOf(granularity), ...names].filter((each) => each !== null).join(' · ')}
      {statusReason !== null && (
        <span>{labelled(t('Reason'), translationOf(statusReason) ?? statusReason)}</span>
      )}
      {publishedVersion !== null && (
        <a href={uri}>{t('Public page, version {publishedVersion}', { publishedVersion })}</a>
      )}
      {retentionUntil !== null && (
        <span>{t('Kept until {retentionUntil}', { retentionUntil: dayOf(retentionUntil) })}</span>
      )}
      {product !== null && (
        <Link to="/app/$organization/$world/products/$id" params={{ ...place, id: product.id }}>
          {labelled(t('Product'), product.name)}
        </Link>
      )}
      {[[t('Predecessor'), predecessor] as const, [t('Successor'), supersededBy] as const].map(
        ([label, linked]) =>
          linked !== null && (
            <Link key={label} to={ROUTE} params={{ ...place, id: linked.id }}>
              {label}
            </Link>
          ),
      )}
    </span>
  );
}
