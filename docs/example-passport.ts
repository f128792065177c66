import { type PassportOutline, passportOutline } from '../server/src/domains/passports/index.ts';
import { exampleView } from '../server/src/domains/passports/projections/testing.ts';
import { PublicUrls } from '../server/src/rules/public-urls.ts';

const urls = new PublicUrls(() => 'https://id.acme.example', new Map());

/** Example of a passport of a T-shirt, with content that is invented. */
export function shirtPassport(language: string): PassportOutline {
  const view = exampleView({
    id: '0190a3c4-0000-7000-8000-000000000001',
    scope: { organizationId: '0190a3c4-0000-7000-8000-000000000002', environment: 'LIVE' },
    withheld: [{ path: 'sectorData.dyes', class: 'RESTRICTED' }],
  });
  const integrity = { ...view.integrity, keyId: '0190a3c4-0000-7000-8000-000000000003' };
  return passportOutline({ ...view, integrity }, urls, language);
}
