import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readRows } from './testing.ts';

const read = (xml: string) => readRows('ECOSPOLD2', xml);

function dataset(indicators: string, amount = '1.0', group = '0'): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<ecoSpold xmlns="http://www.EcoInvent.org/EcoSpold02">
  <activityDataset>
    <activityDescription>
      <activity id="3f8a" type="1"><activityName xml:lang="en">cotton production &amp; ginning</activityName></activity>
      <geography geographyId="1"><shortname xml:lang="en">RoW</shortname></geography>
      <timePeriod startDate="2019-01-01" endDate="2024-12-31"/>
    </activityDescription>
    <flowData>
      <intermediateExchange id="a" amount="0.3"><name>diesel</name><unitName>kg</unitName><inputGroup>5</inputGroup></intermediateExchange>
      <intermediateExchange id="b" amount="${amount}"><name xml:lang="en">cotton fibre</name><unitName>kg</unitName><outputGroup>${group}</outputGroup></intermediateExchange>
      <elementaryExchange id="c" amount="2.4"><name>Carbon dioxide, fossil</name><unitName>kg</unitName><compartment><compartment>air</compartment></compartment><outputGroup>4</outputGroup></elementaryExchange>
      ${indicators}
    </flowData>
  </activityDataset>
</ecoSpold>`;
}

function indicator(method: string, category: string, name: string, amount: string): string {
  return `<impactIndicator impactIndicatorId="x" amount="${amount}">
    <impactMethodName>${method}</impactMethodName><impactCategoryName>${category}</impactCategoryName>
    <name>${name}</name><unitName>kg CO2-Eq</unitName></impactIndicator>`;
}

const CLIMATE = indicator('EF v3.1', 'climate change', 'global warming potential (GWP100)', '3.2');

test('takes one factor per dataset, per unit of its reference product', async () => {
  const water = indicator('EF v3.1', 'water use', 'user deprivation potential', '8');
  const part = indicator('EF v3.1', 'climate change: biogenic', 'GWP100', '0.1');
  const [row] = await read(dataset(CLIMATE + part + water, '2.0'));
  assert.ok(row && 'factor' in row);
  const { factor } = row;
  assert.equal(factor.name, 'cotton fibre | cotton production & ginning');
  assert.equal(factor.unit, 'kg');
  assert.equal(factor.co2eKgPerUnit, 1.6);
  assert.deepEqual(factor.indicators, { CC: 1.6, WU: 4 });
  assert.equal(factor.geography, 'GLO');
  assert.equal(factor.year, 2024);
  assert.equal(factor.gwpSet, 'EF v3.1');
});

test('takes the results of one method, the newest, never a mixture of several', async () => {
  const other = indicator('IPCC 2021', 'climate change', 'global warming potential (GWP100)', '9');
  const [row] = await read(dataset(other + CLIMATE));
  assert.equal(row && 'factor' in row && row.factor.co2eKgPerUnit, 3.2);
});

test('of the horizons of a method only 100 years count', async () => {
  const twenty = indicator('IPCC 2021', 'climate change', 'global warming potential (GWP20)', '9');
  const hundred = indicator(
    'IPCC 2021',
    'climate change',
    'global warming potential (GWP100)',
    '4',
  );
  const [row] = await read(dataset(hundred + twenty));
  assert.equal(row && 'factor' in row && row.factor.co2eKgPerUnit, 4);
  const [none] = await read(dataset(twenty));
  assert.ok(none && 'problem' in none);
});

test('an inventory without results, a file without a product, and no ecoSpold at all are reported', async () => {
  for (const [text, expected] of [
    [dataset(''), /diesel has no provider in the file/],
    [dataset(indicator('CML', 'acidification', 'AP', '1')), /no climate change result/],
    [dataset(CLIMATE, '1.0', '2'), /no reference product/],
    ['<html><body>hello</body></html>', /no activityDataset/],
    ['<ecoSpold><activityDataset>', /cannot be read as ECOSPOLD2: Unclosed root tag/],
  ] as const) {
    const [row] = await read(text);
    assert.ok(row && 'problem' in row);
    assert.match(row.problem.message, expected);
  }
});

test('an entity that would grow a billionfold is not expanded', async () => {
  const bomb = `<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]>${dataset(CLIMATE)
    .replace('cotton fibre', '&b;')
    .replace(/<\?xml.*\?>/, '')}`;
  const [row] = await read(bomb);
  assert.ok(row && 'problem' in row);
});
