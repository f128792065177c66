import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { crc32 } from 'node:zlib';
import { Resvg } from '@resvg/resvg-js';
import { temporaryFolder } from '../../platform/testing.ts';
import { LogoError, logoFromPng, logoFromSvg } from './logo.ts';
import { logoFileOf } from './model.ts';

const folder = await temporaryFolder('logo');
const other = join(folder, 'other.svg');
writeFileSync(other, '<svg xmlns="http://www.w3.org/2000/svg"><rect width="9" height="9"/></svg>');

const svg = (content: string, attributes = 'viewBox="0 0 100 50"') =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${attributes}>${content}</svg>`;
const RECTANGLE = '<rect width="40" height="20"/>';

test('styles, groups, transforms and references become paths with colours', () => {
  const logo = logoFromSvg(
    svg(`<title>Halden</title><style>.a { fill: #c00 }</style>
      <g transform="translate(10 5) scale(2)"><rect class="a" width="4" height="3"/></g>
      <path id="p" d="M0 0h4v4z" fill-rule="evenodd" stroke="blue" stroke-width="2" fill="none"/>
      <use href="#p" x="50"/>`),
  );
  assert.deepEqual([logo.width, logo.height], [100, 50]);
  assert.deepEqual(logo.shapes[0], { path: 'M10 5L18 5L18 11L10 11Z', fill: '#cc0000' });
  assert.deepEqual(logo.shapes[2]?.path, 'M50 0L54 0L54 4Z');
  assert.equal(logo.shapes[1]?.strokeWidth, 2);
});

const entities = [
  '<!ENTITY a "aaaaaaaaaa">',
  ...'bcdef'.split('').map((name, at) => {
    const before = 'abcde'[at];
    return `<!ENTITY ${name} "${`&${before};`.repeat(10)}">`;
  }),
].join('');

const HOSTILE: readonly (readonly [name: string, file: string])[] = [
  ['a script', svg(`<script>fetch("https://a.example")</script>${RECTANGLE}`)],
  ['an event handler', svg('<rect width="9" height="9" onload="alert(1)"/>')],
  [
    'an external entity',
    `<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>${svg(`<desc>&x;</desc>${RECTANGLE}`)}`,
  ],
  ['a bomb of entities', `<!DOCTYPE svg [${entities}]>${svg(`<desc>&f;&f;</desc>${RECTANGLE}`)}`],
  ['an image that is a local file', svg(`<image href="${other}" width="9" height="9"/>`)],
  ['an image of a host', svg('<image xlink:href="https://a.example/x.png" width="9" height="9"/>')],
  ['an image inside', svg('<image href="data:image/png;base64,AAAA" width="9" height="9"/>')],
  ['a reference to a file', svg(`<use href="${other}#a"/>${RECTANGLE}`)],
  ['a fill of a host', svg('<rect width="9" height="9" fill="url(https://a.example/#g)"/>')],
  ['a style that imports', svg(`<style>@import "https://a.example/a.css";</style>${RECTANGLE}`)],
  ['a style that loads', svg(`<style>rect { fill: url(//a.example/) }</style>${RECTANGLE}`)],
  ['a style sheet of a host', `<?xml-stylesheet href="https://a.example/a.css"?>${svg(RECTANGLE)}`],
  ['a font', svg('<font><glyph d="M0 0h1v1z"/></font><text>A</text>')],
  ['text', svg('<text x="1" y="9">Halden</text>')],
  [
    'HTML',
    svg(
      '<foreignObject width="9" height="9"><body xmlns="http://www.w3.org/1999/xhtml"/></foreignObject>',
    ),
  ],
  ['an animation', svg('<rect width="9" height="9"><animate attributeName="x"/></rect>')],
  ['a picture inside', svg(svg(RECTANGLE))],
  [
    'a bomb of references',
    svg(
      `<g id="a">${RECTANGLE}</g>${'bcdefgh'
        .split('')
        .map((name, at) => `<g id="${name}">${`<use href="#${'abcdefg'[at]}"/>`.repeat(10)}</g>`)
        .join('')}`,
    ),
  ],
  [
    'a filter',
    svg(
      '<filter id="f"><feGaussianBlur stdDeviation="1e9"/></filter><rect width="9" height="9" filter="url(#f)"/>',
    ),
  ],
  [
    'a gradient',
    svg(
      '<linearGradient id="g"><stop offset="0" stop-color="red"/><stop offset="1"/></linearGradient><rect width="9" height="9" fill="url(#g)"/>',
    ),
  ],
  ['transparency', svg('<rect width="9" height="9" fill-opacity="0.5"/>')],
  ['many bytes', svg(`<!--${'a'.repeat(100_000)}-->${RECTANGLE}`)],
  ['deep groups', svg(`${'<g>'.repeat(2_000)}${'</g>'.repeat(2_000)}`)],
  ['a size of nothing', svg(RECTANGLE, 'width="0" height="0"')],
  ['a size of 10 m by a line', svg(RECTANGLE, 'width="10000mm" height="1"')],
  ['no shapes', svg('<title>Nothing</title>')],
  ['broken XML', '<svg xmlns="http://www.w3.org/2000/svg"><rect></svg>'],
  ['no SVG', 'GIF89a'],
  ['nothing', ''],
];

for (const [name, file] of HOSTILE) {
  test(`a logo with ${name} is refused`, () => {
    const startedAt = process.cpuUsage();
    assert.throws(() => logoFromSvg(file), LogoError);
    const { user, system } = process.cpuUsage(startedAt);
    assert.ok(user + system < 1_000_000, 'it is refused before it costs much');
  });
}

const PNG = new Resvg(
  svg('<rect width="50" height="50" fill="#003366"/>', 'width="100" height="50"'),
)
  .render()
  .asPng();

/** The PNG after a change of its bytes. */
function changedPng(change: (file: Buffer) => Buffer): string {
  return change(Buffer.from(PNG)).toString('base64');
}

/** The PNG with another size in its header. */
function resizedPng(width: number, height: number): string {
  return changedPng((file) => {
    file.writeUInt32BE(width, 16);
    file.writeUInt32BE(height, 20);
    return file;
  });
}

test('a PNG is encoded again without its metadata, and keeps what is transparent', () => {
  const text = Buffer.from('tEXtAuthor\0Ada Lovelace');
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(text.length - 4);
  checksum.writeUInt32BE(crc32(text));
  const withText = changedPng((file) =>
    Buffer.concat([file.subarray(0, 33), length, text, checksum, file.subarray(33)]),
  );
  const logo = logoFromPng(PNG.toString('base64'));
  assert.deepEqual([logo.width, logo.height], [100, 50]);
  assert.deepEqual(logoFromPng(logo.png), logo, 'reading it again changes nothing');
  assert.deepEqual(logoFromPng(withText), logo);
});

test('the file of a logo is the logo again', () => {
  const logo = logoFromSvg(
    svg('<path d="M0 0h4v4z" fill-rule="evenodd" stroke="#0000ff" stroke-width="2" fill="none"/>'),
  );
  const { format, bytes } = logoFileOf(logo);
  assert.equal(format, 'SVG');
  assert.deepEqual(logoFromSvg(bytes.toString()), logo);
  assert.equal(logoFileOf(logoFromPng(PNG.toString('base64'))).format, 'PNG');
});

const HOSTILE_PNGS: readonly (readonly [name: string, file: string])[] = [
  ['no base64', '<svg/>'],
  ['no PNG', Buffer.from('GIF89a'.repeat(20)).toString('base64')],
  ['an SVG in place of pixels', Buffer.from(svg('<script/>')).toString('base64')],
  ['100 MB', 'A'.repeat(300_000)],
  ['more pixels than it may have', resizedPng(60_000, 60_000)],
  ['no height', resizedPng(100, 0)],
  ['half of its bytes', changedPng((file) => file.subarray(0, 40))],
];

for (const [name, file] of HOSTILE_PNGS) {
  test(`a PNG with ${name} is refused`, () => {
    assert.throws(() => logoFromPng(file), LogoError);
  });
}
