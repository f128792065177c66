import assert from 'node:assert/strict';
import { test } from 'node:test';
import { crc32, deflateRawSync } from 'node:zlib';
import { readEcoSpold } from './ecospold.ts';
import { zipEntries } from './zip.ts';

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
      <elementaryExchange id="c" amount="2.4"><name>Carbon dioxide, fossil</name><unitName>kg</unitName><outputGroup>4</outputGroup></elementaryExchange>
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

test('takes one factor per dataset, per unit of its reference product', () => {
  const water = indicator('EF v3.1', 'water use', 'user deprivation potential', '8');
  const part = indicator('EF v3.1', 'climate change: biogenic', 'GWP100', '0.1');
  const [row] = readEcoSpold(dataset(CLIMATE + part + water, '2.0'), 7, 'cotton.spold');
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

test('takes the results of one method, the newest, never a mixture of several', () => {
  const other = indicator('IPCC 2021', 'climate change', 'global warming potential (GWP100)', '9');
  const [row] = readEcoSpold(dataset(other + CLIMATE), 1, 'a.spold');
  assert.equal(row && 'factor' in row && row.factor.co2eKgPerUnit, 3.2);
});

test('of the horizons of a method only 100 years count', () => {
  const twenty = indicator('IPCC 2021', 'climate change', 'global warming potential (GWP20)', '9');
  const hundred = indicator(
    'IPCC 2021',
    'climate change',
    'global warming potential (GWP100)',
    '4',
  );
  const [row] = readEcoSpold(dataset(hundred + twenty), 1, 'a.spold');
  assert.equal(row && 'factor' in row && row.factor.co2eKgPerUnit, 4);
  const [none] = readEcoSpold(dataset(twenty), 1, 'a.spold');
  assert.ok(none && 'problem' in none);
});

test('an inventory without results, a file without a product, and no ecoSpold at all are reported', () => {
  for (const [text, expected] of [
    [dataset(''), /no climate change result/],
    [dataset(CLIMATE, '1.0', '2'), /no reference product/],
    ['<html><body>hello</body></html>', /no activityDataset/],
    ['<ecoSpold><activityDataset>', /Not ecoSpold2: Unclosed root tag/],
  ] as const) {
    const [row] = readEcoSpold(text, 3, 'x.spold');
    assert.ok(row && 'problem' in row);
    assert.equal(row.problem.line, 3);
    assert.match(row.problem.message, expected);
  }
});

test('an entity that would grow a billionfold stays what it is: unknown', () => {
  const bomb = `<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;">]>${dataset(CLIMATE)
    .replace('cotton fibre', '&b;')
    .replace(/<\?xml.*\?>/, '')}`;
  const [row] = readEcoSpold(bomb, 1, 'bomb.spold');
  assert.ok(row && 'problem' in row);
});

test('reads the files of a ZIP archive, packed and stored', () => {
  const archive = zipOf([
    { name: 'folder/', bytes: Buffer.alloc(0), isPacked: false },
    { name: 'folder/a.txt', bytes: Buffer.from('alpha '.repeat(1000)), isPacked: true },
    { name: 'b.txt', bytes: Buffer.from('beta'), isPacked: false },
  ]);
  const read = [...zipEntries(archive)].map(({ name, read }) => [name, read().length]);
  assert.deepEqual(read, [
    ['folder/a.txt', 6000],
    ['b.txt', 4],
  ]);
});

test('refuses an archive that is cut off, and a file that unfolds to more than a dataset can be', () => {
  const archive = zipOf([{ name: 'a', bytes: Buffer.from('alpha'), isPacked: true }]);
  assert.throws(() => [...zipEntries(archive.subarray(0, -30))], /cut off/);
  const huge = zipOf([{ name: 'a', bytes: Buffer.alloc(65 * 1024 * 1024), isPacked: true }]);
  assert.ok(huge.length < 100_000);
  assert.throws(() => [...zipEntries(huge)].map((entry) => entry.read()), /larger than/);
});

function zipOf(files: { name: string; bytes: Buffer; isPacked: boolean }[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, bytes, isPacked } of files) {
    const packed = isPacked ? deflateRawSync(bytes) : bytes;
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(isPacked ? 8 : 0, 4);
    common.writeUInt32LE(crc32(bytes), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(bytes.length, 18);
    common.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), common, Buffer.from(name), packed]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    directory.push(
      Buffer.concat([Buffer.from('PK\x01\x02\x14\x00'), common, rest, Buffer.from(name)]),
    );
    parts.push(local);
    offset += local.length;
  }
  const entries = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(files.length, 8);
  end.writeUInt16LE(files.length, 10);
  end.writeUInt32LE(entries.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, entries, end]);
}
