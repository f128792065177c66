import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { Ajv } from 'ajv';
import { PRIMARY_KEYS, QUALIFIERS } from './application-identifiers.ts';
import { checkCharactersOf } from './check-digits.ts';
import {
  digitalLinkPath,
  digitalLinkUri,
  humanReadable,
  levelsOf,
  linkValueProblem,
  parseDigitalLink,
  parseDigitalLinkPath,
} from './digital-link.ts';
import { GS1_VOCABULARY, linksetOf } from './linkset.ts';

const STANDARDS = `${import.meta.dirname}/../../../../tests/standards/gs1`;

/** One valid value of each primary key, with a sequence of all its qualifiers. */
const VALID: Readonly<Record<string, readonly string[]>> = {
  '00': ['/00/106141412345678908'],
  '01': [
    '/01/09506000134352',
    '/01/09506000134352/22/2A',
    '/01/09506000134352/22/2A/10/LOT7',
    '/01/09506000134352/22/2A/10/LOT7/21/S1',
    '/01/09506000134352/10/LOT7/21/S1',
    '/01/09506000134352/21/S1',
    '/01/09506000134352/235/TPX1',
  ],
  '253': ['/253/4602443000331', '/253/4602443000331XYZ'],
  '255': ['/255/9501101020917', '/255/95011010209170123'],
  '401': ['/401/9501101ABC'],
  '402': ['/402/95011010123456785'],
  '414': ['/414/9506000134376', '/414/9506000134376/254/12', '/414/9506000134376/7040/1ABC'],
  '415': ['/415/9506000134376/8020/REF1'],
  '417': ['/417/9506000134376', '/417/9506000134376/7040/1ABC'],
  '8003': ['/8003/09501101530003', '/8003/095011015300031234AX02'],
  '8004': ['/8004/9501101ABC', '/8004/9501101ABC/7040/1ABC'],
  '8006': ['/8006/095060001343520102', '/8006/095060001343520102/22/2A/10/LOT7/21/S1'],
  '8010': ['/8010/9501101PART%2F1', '/8010/9501101PART/8011/12'],
  '8013': ['/8013/1987654Ad4X4bL5ttr2310c2K'],
  '8017': ['/8017/950110153001234562', '/8017/950110153001234562/8019/1'],
  '8018': ['/8018/950110153001234562', '/8018/950110153001234562/8019/1'],
};

test('the facts of application identifiers are those of the GS1 syntax dictionary', () => {
  const lines = readFileSync(`${STANDARDS}/gs1-syntax-dictionary.txt`, 'utf8').split('\n');
  const rows = lines.flatMap((line) => {
    const match = /^(\d+)\s+(?:[*!?]+\s+)?(.*?)\s*#\s*(.*)$/.exec(line);
    if (match === null) return [];
    const [, ai = '', specification = '', title = ''] = match;
    const words = specification.split(/\s+/);
    const key = words.find((word) => /^dlpkey/.test(word));
    return [{ ai, format: words.filter((word) => /^\[?[NXYZ]/.test(word)).join(' '), key, title }];
  });
  const keys = rows.filter(({ key }) => key !== undefined);
  assert.deepEqual(keys.map(({ ai }) => ai).sort(), Object.keys(PRIMARY_KEYS).sort());
  for (const { ai, format, key, title } of keys) {
    const sequences = key
      ?.split('=')[1]
      ?.split('|')
      .map((each) => each.split(','));
    const qualifiers = sequences === undefined ? {} : { qualifiers: sequences };
    assert.deepEqual(PRIMARY_KEYS[ai], { title, format, ...qualifiers });
  }
  const used = Object.values(PRIMARY_KEYS).flatMap(({ qualifiers = [] }) => qualifiers.flat());
  assert.deepEqual([...new Set(used)].sort(), Object.keys(QUALIFIERS).sort());
  for (const [ai, fact] of Object.entries(QUALIFIERS)) {
    const row = rows.find((each) => each.ai === ai);
    assert.deepEqual({ title: row?.title, format: row?.format }, fact);
  }
});

test('each primary key is parsed with its qualifiers and built again as it was', () => {
  assert.deepEqual(Object.keys(VALID), Object.keys(PRIMARY_KEYS));
  for (const path of Object.values(VALID).flat()) {
    const { link, problem } = parseDigitalLinkPath(path);
    assert.equal(problem, undefined, path);
    assert.ok(link !== undefined && digitalLinkPath(link) === path, path);
    assert.deepEqual(parseDigitalLinkPath(`${path}/`), { link }, 'a trailing slash is allowed');
    const uri = digitalLinkUri('https://id.example.test/some/stem', link);
    assert.deepEqual(parseDigitalLink(uri), { link });
    const numbered = digitalLinkUri('https://id.example.test/00/faux', link);
    assert.deepEqual(parseDigitalLink(numbered), { link }, 'a stem may contain a number of a key');
  }
});

test('a changed check digit of each key that has one is refused', () => {
  for (const path of Object.values(VALID).flatMap(([first = '']) => [first])) {
    const [, ai = '', value = ''] = path.split('/');
    if (!/csum/.test(PRIMARY_KEYS[ai]?.format ?? '')) continue;
    const at = { '8003': 13, '8006': 13, '253': 12, '255': 12 }[ai] ?? value.length - 1;
    const changed = value.charAt(at) === '5' ? '6' : '5';
    const wrong = `/${ai}/${value.slice(0, at)}${changed}${value.slice(at + 1)}`;
    assert.match(parseDigitalLinkPath(wrong).problem ?? '', /has the check/, wrong);
  }
});

const WRONG: readonly (readonly [string, RegExp])[] = [
  ['/01/9506000134352', /14 digits \(got 9506000134352\)/],
  ['/01/0950600013435', /14 digits/],
  ['/01/095060001343521', /at most 14 characters/],
  ['/01/0950600013435X', /14 digits/],
  ['/01/09506000134352/21/S1/10/L', /in this order \(got 21, 10\)/],
  ['/01/09506000134352/10/L/22/2A', /in this order/],
  ['/01/09506000134352/10/L/10/L', /in this order/],
  ['/01/09506000134352/10/L/235/T', /22, 10, 21 or 235/],
  ['/01/09506000134352/11/260101', /in this order/],
  ['/01/09506000134352/10', /followed by its value/],
  ['/01/09506000134352/10/', /followed by its value/],
  ['/01/09506000134352//', /followed by its value/],
  ['/01/09506000134352/21/123456789012345678901', /at most 20/],
  ['/01/09506000134352/21/%E2%82%AC', /GS1 set 82/],
  ['/01/09506000134352/21/a%20b', /GS1 set 82/],
  ['/01/09506000134352/21/%00', /GS1 set 82/],
  ['/01/09506000134352/21/%E2', /percent-encoded/],
  ['/01/09506000134352/21/%', /percent-encoded/],
  ['/253/4602443000331/21/1', /takes no qualifiers/],
  ['/gtin/09506000134352', /not a primary key/],
  ['/toString/1', /not a primary key/],
  ['/', /followed by its value/],
  ['/414/9506000134376/7040/1AB%26', /importer index/],
  ['/8003/19501101530003', /begins with 0/],
  ['/8006/095060001343520301', /piece number/],
  ['/8010/9501101a', /upper-case/],
  ['/8010/9501101/8011/01', /does not begin with 0/],
  ['/8004/AB12', /company prefix/],
];

test('malformed paths are refused with their reason', () => {
  for (const [path, reason] of WRONG) {
    assert.match(parseDigitalLinkPath(path).problem ?? '', reason, path);
  }
  assert.match(parseDigitalLink('ftp://x/01/09506000134352').problem ?? '', /http/);
  assert.match(parseDigitalLink('https://x/about').problem ?? '', /no primary key/);
});

test('a value that a browser would take for a step of the path is refused in the URI of a new code', () => {
  for (const value of ['.', '..']) {
    const link = { key: { ai: '01', value: '09506000134352' }, qualifiers: [{ ai: '21', value }] };
    const uri = digitalLinkUri('https://id.example.test', link);
    assert.notEqual(new URL(uri).href, uri, 'the browser asks for another address');
    assert.match(linkValueProblem('21', value) ?? '', /neither/);
  }
  assert.equal(linkValueProblem('21', '...'), undefined);
  assert.match(linkValueProblem('21', 'a b') ?? '', /GS1 set 82/);
});

test('percent-encoding is normalised, and reserved characters are encoded', () => {
  const { link } = parseDigitalLinkPath('/01/09506000134352/10/%61%2fb!%27(c)*,+%25');
  assert.ok(link !== undefined);
  assert.equal(link.qualifiers[0]?.value, "a/b!'(c)*,+%");
  assert.equal(digitalLinkPath(link), '/01/09506000134352/10/a%2Fb%21%27%28c%29%2A%2C%2B%25');
  assert.deepEqual(parseDigitalLinkPath(digitalLinkPath(link)), { link });
  assert.equal(humanReadable(link), "(01) 09506000134352 (10) a/b!'(c)*,+%");
});

test('the levels of an item lead up to its GTIN', () => {
  const { link } = parseDigitalLinkPath('/01/09506000134352/10/L/21/S');
  assert.ok(link !== undefined);
  assert.deepEqual(levelsOf(link).map(digitalLinkPath), [
    '/01/09506000134352/10/L/21/S',
    '/01/09506000134352/10/L',
    '/01/09506000134352',
  ]);
});

test('check characters of a Global Model Number are those of the GS1 example', () => {
  assert.equal(checkCharactersOf('1987654Ad4X4bL5ttr2310c'), '2K');
});

test('linksets are valid against the schema of GS1-conformant resolvers', () => {
  const schema = JSON.parse(readFileSync(`${STANDARDS}/gs1-linkset-schema.json`, 'utf8'));
  const isValid = new Ajv({ strict: false }).compile(schema);
  const page = { href: 'https://id.example.test/dpp/1', title: 'Passport' };
  const typed = { ...page, type: 'text/html', hreflang: ['en', 'de'] };
  const linkset = linksetOf([
    {
      anchor: 'https://id.example.test/01/09506000134352',
      itemDescription: 'Shirt',
      defaultLink: typed,
      links: [
        { relation: `${GS1_VOCABULARY}dpp`, ...typed },
        { relation: `${GS1_VOCABULARY}dpp`, ...page, type: 'application/ld+json' },
        { relation: `${GS1_VOCABULARY}pip`, ...page },
      ],
    },
  ]);
  assert.ok(isValid(linkset), JSON.stringify(isValid.errors));
  assert.equal(linkset.linkset[0]?.[`${GS1_VOCABULARY}dpp`]?.length, 2);
  // GS1-conformant resolvers: the default link has a title and none of the optional attributes.
  assert.deepEqual(linkset.linkset[0]?.[`${GS1_VOCABULARY}defaultLink`], [page]);
  assert.ok(!isValid({ linkset: [{ anchor: page.href }] }), 'the schema refuses what lacks a part');
});
