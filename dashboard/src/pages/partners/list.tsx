import { useNavigate, useSearch } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { useAllowed, usePlace } from '../../api/place.ts';
import { request } from '../../api/request.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { t } from '../../language.ts';
import { ConfirmDialog } from '../../parts/dialogs/confirm-dialog.tsx';
import { isBusy, pollWhileBusy } from '../../parts/jobs/busy.ts';
import { KEEP_EARLIER, ListPanel, pageArguments } from '../../parts/lists/list.tsx';
import { RowLink } from '../../parts/lists/row-link.tsx';
import { Rows } from '../../parts/lists/rows.tsx';
import { Allowed } from '../../parts/page/allowed.tsx';
import { PageHead } from '../../parts/page/page-head.tsx';
import { Panel } from '../../parts/page/panel.tsx';
import { QueryView } from '../../parts/page/query-view.tsx';
import { StateChip } from '../../parts/page/state-chip.tsx';
import { TierNotice } from '../../parts/page/tier-notice.tsx';
import { ServiceText } from '../../parts/service-text/service-text.tsx';
import { sinceOf } from '../../parts/texts/format.ts';
import { AnnounceDialog } from './announce-dialog.tsx';
import { DELETE, KIND_NAMES, PARTNERS, type Partner } from './document.ts';
import { PartnerDialog } from './partner-dialog.tsx';
import { RequestDialog } from './request-dialog.tsx';
import { TryCredentials } from './try-again.tsx';

const ROUTE = '/app/$organization/$world/partners';

type Open = {
  readonly dialog: 'edit' | 'request' | 'announce' | 'remove';
  readonly partner: Partner;
};

const PURPOSE = t('Footprints of suppliers are requested here, and become part of your products.');

/** Partners that footprints are exchanged with, and the exchanges, newest first. */
export function Partners() {
  const place = usePlace();
  const search = useSearch({ from: ROUTE });
  const navigate = useNavigate({ from: ROUTE });
  const [isAdding, setAdding] = useState(false);
  const [open, setOpen] = useState<Open>();
  const query = useAnswer(PARTNERS, pageArguments(search), {
    ...KEEP_EARLIER,
    refetchInterval: ({ state: { data } }) =>
      pollWhileBusy(
        data?.footprintPartners?.nodes
          .map((partner) => partner?.credentialCheck)
          .find((check) => check != null && isBusy(check.state)),
      ),
  });
  return (
    <>
      <PageHead
        title={t('Partners')}
        about={t('Suppliers and customers that footprints are exchanged with, by PACT.')}
      >
        <Allowed permission="PARTNERS_WRITE" tier="ENTERPRISE">
          <button type="button" className="main" onClick={() => setAdding(true)}>
            <Plus /> {t('Add partner')}
          </button>
        </Allowed>
      </PageHead>
      <TierNotice tier="ENTERPRISE">{PURPOSE}</TierNotice>
      <QueryView query={query} purpose={PURPOSE}>
        {({ footprintPartners, footprintRequests }) => (
          <>
            <PartnerRows partners={footprintPartners?.nodes ?? []} onOpen={setOpen} />
            <ListPanel
              caption={t('Exchanges')}
              connection={footprintRequests}
              empty={<p>{t('No footprint was exchanged yet. Add a partner, then request one.')}</p>}
              onPage={(page) => void navigate({ search: page })}
              columns={[
                {
                  head: t('Exchange'),
                  cell: ({ id, kind }) => (
                    <RowLink place={place} page="partners/exchanges" id={id}>
                      {KIND_NAMES[kind]}
                    </RowLink>
                  ),
                },
                { head: t('Partner'), cell: ({ partner }) => partner?.name ?? '–' },
                {
                  head: t('For'),
                  cell: ({ product, component }) =>
                    [product?.name, component].filter(Boolean).join(' · ') || '–',
                },
                { head: t('State'), cell: ({ state }) => <StateChip state={state} /> },
                {
                  head: t('Created'),
                  className: 'when',
                  cell: ({ createdAt }) => sinceOf(createdAt),
                },
              ]}
            />
          </>
        )}
      </QueryView>
      {isAdding && <PartnerDialog onClose={() => setAdding(false)} />}
      {open !== undefined && <OpenDialog open={open} onClose={() => setOpen(undefined)} />}
    </>
  );
}

/** Credentials are tried within seconds after they were saved. */
function credentialsOf(partner: Partner) {
  const { credentialCheck: check } = partner;
  if (check === null) return '–';
  if (check.state === 'COMPLETED') return t('Accepted');
  if (isBusy(check.state)) return t('Being tried …');
  return (
    <div>
      <StateChip state={check.state} />
      <div className="small">
        <ServiceText>{check.error}</ServiceText>
      </div>
      <Allowed permission="PARTNERS_WRITE" tier="ENTERPRISE">
        <TryCredentials partner={partner} />
      </Allowed>
    </div>
  );
}

function PartnerRows({
  partners,
  onOpen,
}: {
  readonly partners: readonly (Partner | null)[];
  readonly onOpen: (open: Open) => void;
}) {
  const mayWrite = useAllowed('PARTNERS_WRITE', 'ENTERPRISE');
  if (partners.length === 0) return null;
  return (
    <Panel title={t('Partners')}>
      <Rows
        caption={t('Partners')}
        rows={partners}
        columns={[
          { head: t('Name'), cell: ({ name }) => <span className="strong">{name}</span> },
          { head: t('Address'), cell: ({ url }) => <span className="code">{url}</span> },
          { head: t('Credentials'), cell: credentialsOf },
          {
            isShown: mayWrite,
            head: t('Actions'),
            className: 'end',
            cell: (partner) => (
              <span className="row-actions">
                <button type="button" onClick={() => onOpen({ dialog: 'request', partner })}>
                  {t('Request footprint')}
                </button>
                <button type="button" onClick={() => onOpen({ dialog: 'announce', partner })}>
                  {t('Announce footprints')}
                </button>
                <button
                  type="button"
                  className="plain"
                  aria-label={t('Edit {name}', { name: partner.name })}
                  onClick={() => onOpen({ dialog: 'edit', partner })}
                >
                  {t('Edit')}
                </button>
                <button
                  type="button"
                  className="plain"
                  aria-label={t('Remove {name}', { name: partner.name })}
                  onClick={() => onOpen({ dialog: 'remove', partner })}
                >
                  {t('Remove')}
                </button>
              </span>
            ),
          },
        ]}
      />
    </Panel>
  );
}

function OpenDialog({
  open: { dialog, partner },
  onClose,
}: {
  readonly open: Open;
  readonly onClose: () => void;
}) {
  const place = usePlace();
  if (dialog === 'edit') return <PartnerDialog partner={partner} onClose={onClose} />;
  if (dialog === 'request') return <RequestDialog partner={partner} onClose={onClose} />;
  if (dialog === 'announce') return <AnnounceDialog partner={partner} onClose={onClose} />;
  return (
    <ConfirmDialog
      title={t('Remove {name}', { name: partner.name })}
      typed={partner.name}
      action={t('Remove partner')}
      onConfirm={async () => {
        await request(place, DELETE, { input: { id: partner.id } });
      }}
      onClose={onClose}
    >
      <p>
        {t(
          'Its exchanges are deleted. Footprints that components have taken from this partner stay.',
        )}
      </p>
    </ConfirmDialog>
  );
}
