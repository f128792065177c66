import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  COUNTRY_CODES,
  countryCode,
  countryName,
} from '../../dashboard/src/parts/texts/country.ts';
import { DATA_FOLDER, readTable } from '../../server/src/domains/factors/index.ts';

test('the dashboard has the codes of all countries that the service takes', async () => {
  const table = await readTable(new URL('reference/iso-3166-1-countries.csv', DATA_FOLDER));
  assert.deepEqual(
    [...COUNTRY_CODES],
    table.map(({ alpha2 }) => alpha2),
  );
  for (const code of COUNTRY_CODES) assert.equal(countryCode(countryName(code) ?? ''), code);
});

test('a country is known by its code and by its English, German and French name', () => {
  const typed = ['cn', ' China', 'Deutschland', 'allemagne', 'cote d’ivoire', 'Chi', 'XX', ''];
  assert.deepEqual(typed.map(countryCode), ['CN', 'CN', 'DE', 'DE', 'CI', 'Chi', 'XX', '']);
});
