import { t } from '../../language.ts';
import { CopyButton } from '../../parts/page/copy.tsx';
import { Panel } from '../../parts/page/panel.tsx';
import type { Passport } from './document.ts';

/** The data carrier of a passport: its QR code, and the addresses that it leads to. */
export function CarrierTab({ passport }: { readonly passport: Passport }) {
  const { status, uri, productIdentifier } = passport;
  if (status === 'DRAFT')
    return (
      <Panel title={t('Data carrier')}>
        <p>
          {t('The code is made with the publication. It will lead to {productIdentifier}.', {
            productIdentifier,
          })}
        </p>
      </Panel>
    );
  // The same path works at the address of the dashboard and at the organization's own host.
  const code = `${new URL(uri).pathname}/qr`;
  return (
    <Panel
      title={t('Data carrier')}
      note={t('QR Code, error correction level M, quiet zone of 4 modules')}
    >
      <div className="stack">
        <img
          src={`${code}.svg`}
          alt={t('QR code of {productIdentifier}', { productIdentifier })}
          width={200}
          height={200}
        />
        <p className="code">{productIdentifier}</p>
        <p className="row">
          <CopyButton text={productIdentifier} label={t('Copy identifier')}>
            <a className="button" href={`${code}.svg`} download="passport.svg">
              {t('Download SVG')}
            </a>
            <a className="button" href={`${code}.png`} download="passport.png">
              {t('Download PNG')}
            </a>
          </CopyButton>
        </p>
        <p>
          <a href={uri}>{t('Open the public page')}</a>
        </p>
      </div>
    </Panel>
  );
}
