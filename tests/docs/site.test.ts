import assert from 'node:assert/strict';
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import fastify from 'fastify';
import { buildDocs } from '../../docs/site/build.ts';
import { SECTIONS } from '../../docs/site/sources.ts';
import { createBounds } from '../../server/src/http/limits/bounds.ts';
import { registerDocsPages } from '../../server/src/http/routes/docs-pages.ts';
import { StaticFiles } from '../../server/src/http/routes/static-files.ts';

const folder = mkdtempSync(join(tmpdir(), 'trackway-docs-'));
const app = fastify();
const bounds = createBounds(() => '127.0.0.1');
after(async () => {
  bounds.close();
  await app.close();
  rmSync(folder, { recursive: true });
});
buildDocs(folder);
registerDocsPages(app, new StaticFiles(folder), { pagesFolder: folder, bounds });

const read = (address: string) => readFileSync(join(folder, `${address}.html`), 'utf8');
const addresses = globSync('docs/**/*.html', { cwd: folder }).map((file) =>
  `/${file}`.replace(/(\/index)?\.html$/, ''),
);

test('every link inside the docs leads to a page, and every fragment to a place on it', () => {
  const ids = new Map(
    addresses.map((address) => {
      const html = read(address === '/docs' ? '/docs/index' : address);
      return [address, { html, ids: new Set(html.matchAll(/ id="([^"]*)"/g).map(([, id]) => id)) }];
    }),
  );
  const broken: string[] = [];
  let links = 0;
  for (const [address, { html }] of ids)
    for (const [, link = ''] of html.matchAll(/ href="(\/docs[^"]*)"/g)) {
      links += 1;
      const [path = '', fragment] = link.split('#');
      const target = ids.get(path);
      if (target === undefined || (fragment !== undefined && !target.ids.has(fragment)))
        broken.push(`${address} → ${link}`);
    }
  assert.deepEqual(broken, []);
  assert.ok(links > 1_000);
});

test('every page of the repository is in the contents, and every picture is there', () => {
  const known = new Set(SECTIONS.flatMap(({ sources }) => sources.map(({ file }) => file)));
  for (const file of globSync(['docs/*.md', 'docs/{guides,methods,operations,decisions}/*.md']))
    assert.ok(known.has(file), file);
  const pictures = addresses.flatMap((address) => [
    ...read(address === '/docs' ? '/docs/index' : address).matchAll(
      /<img src="\/static\/([^"]*)"/g,
    ),
  ]);
  assert.ok(pictures.length > 0);
  for (const [, file = ''] of pictures) assert.ok(existsSync(join(folder, 'static', file)), file);
});

test('the pages need no script and load nothing of other origins', () => {
  for (const address of addresses) {
    const html = read(address === '/docs' ? '/docs/index' : address);
    assert.doesNotMatch(html, /<script|javascript:|<(?:img|link)[^>]* (?:src|href)="https?:/);
  }
});

test('a page that a browser has is not sent again, in either encoding', async () => {
  const tags = new Set<unknown>();
  for (const encoding of ['br', 'identity']) {
    const ask = (known: Readonly<Record<string, string>>) =>
      app.inject({
        url: '/docs/reference/mutations',
        headers: { 'accept-encoding': encoding, ...known },
      });
    const { etag = '' } = (await ask({})).headers;
    const again = await ask({ 'if-none-match': `W/${etag}` });
    assert.deepEqual(
      [again.statusCode, again.rawPayload.length, again.headers.etag],
      [304, 0, etag],
    );
    assert.equal((await ask({ 'if-none-match': '"another"' })).statusCode, 200);
    tags.add(etag);
  }
  assert.equal(tags.size, 2);
});

test('a search finds guides by their headings and operations by their names', async () => {
  const first = async (words: string) => {
    const { body } = await app.inject(`/docs/search?q=${encodeURIComponent(words)}`);
    return /<ul class="found"><li><a href="([^"]*)">/.exec(body)?.[1];
  };
  assert.equal(await first('createProduct'), '/docs/reference/mutations#createProduct');
  assert.equal(await first('creatProduct'), '/docs/reference/mutations#createProduct');
  assert.match((await first('idempotency')) ?? '', /^\/docs\/guides\//);
  assert.equal(await first('qqqqqqqq'), undefined);
});

test('a search takes eight words, and no beginning of two letters: a hundred took 0.2 s', async () => {
  const finds = async (words: string) => {
    const { body } = await app.inject(`/docs/search?q=${encodeURIComponent(words)}`);
    return body.includes('<ul class="found">');
  };
  const nonsense = ['qqq1', 'qqq2', 'qqq3', 'qqq4', 'qqq5', 'qqq6', 'qqq7', 'qqq8'];
  assert.ok(await finds([...nonsense.slice(1), 'cursor'].join('-')));
  assert.ok(await finds(['qqq1', ...nonsense.slice(1).fill('QQQ1'), 'qqq1', 'cursor'].join('-')));
  assert.ok(!(await finds([...nonsense, 'cursor'].join('-'))));
  assert.ok(await finds('cur'));
  assert.ok(!(await finds('qu')));
});

test('a search shows hostile words as text, and a long one is cut', async () => {
  const words = '"><script>alert(1)</script>';
  const { body } = await app.inject(`/docs/search?q=${encodeURIComponent(words)}`);
  assert.ok(!body.includes('<script>'));
  assert.ok(body.includes('&quot;&gt;&lt;script&gt;'));
  const long = await app.inject(`/docs/search?q=${'word%20'.repeat(2_000)}`);
  assert.equal(long.statusCode, 200);
  assert.ok(long.body.length < 60_000);
});

test('an unknown address is 404 and names the nearest pages', async () => {
  const { statusCode, body } = await app.inject('/docs/guide/order');
  assert.equal(statusCode, 404);
  assert.match(body, /href="\/docs\/guides\/orders/);
  for (const path of ['/docs/../package', '/docs/%2e%2e/%2e%2e/package', '/docs/.hidden'])
    assert.equal((await app.inject(path)).statusCode, 404);
});
