import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { chromium } from 'playwright-core';
import { SHIRT } from '../../../docs/example-footprint.ts';
import { render } from '../../../server/src/domains/assets/render.ts';
import { loadTexts } from '../../../server/src/domains/assets/words.ts';
import { cpuUsOfTree } from '../cpu.ts';
import { installPeers } from '../peer-servers.ts';
import type { Table } from '../table.ts';

const PEERS = fileURLToPath(new URL('../peers/', import.meta.url));
const FONTS = fileURLToPath(
  new URL('../../../node_modules/@fontsource/source-sans-3/files/', import.meta.url),
);
const DOTS_PER_INCH = 300;
const CSS_DOTS_PER_INCH = 96;
const FORMATS = ['SVG', 'PNG', 'PDF'] as const;

type Rate = { readonly labels: number; readonly cpuUs: number };
type Work = (number: number) => Promise<unknown>;

/** One upright label, each time with another product and amount, in one thread. */
export async function renderBenchmark(seconds: number): Promise<Table> {
  installPeers();
  const texts = await loadTexts();
  const rendered = (format: (typeof FORMATS)[number], number: number) => {
    const facts = { ...SHIRT, productName: `Merino shirt ${number}`, co2eKg: 7 + number / 1000 };
    const choices = { locale: 'en', isPreview: false, facts } as const;
    const picture = { ...choices, kind: 'CARBON_LABEL', size: 'UPRIGHT' } as const;
    return render({ picture, format, dotsPerInch: DOTS_PER_INCH }, texts);
  };
  const own = () => {
    const { user, system } = process.cpuUsage();
    return user + system;
  };
  const rates: [string, string, Rate][] = [];
  for (const format of FORMATS) {
    const rate = await measure(seconds, own, (number) => rendered(format, number));
    rates.push(['Trackway', format, rate]);
  }
  const { bytes, widthMm, heightMm } = await rendered('SVG', 0);
  const size = { widthMm, heightMm };
  const peer = await satoriRates(seconds, size);
  rates.push(['satori', 'SVG', peer.svg], ['satori + resvg', 'PNG', peer.png]);
  rates.push(...(await chromiumRates(seconds, Buffer.from(bytes).toString('utf8'), size)));
  const perSecond = ({ labels, cpuUs }: Rate) => (labels / cpuUs) * 1e6;
  const base = new Map(
    rates.slice(0, FORMATS.length).map(([, format, rate]) => [format, perSecond(rate)]),
  );
  return {
    title: `One carbon label of ${widthMm} × ${heightMm} mm; PNG at ${DOTS_PER_INCH} dpi`,
    columns: ['', 'format', 'labels', 'CPU ms a label', 'labels per CPU second', 'Trackway ×'],
    rows: rates.map(([name, format, rate]) => [
      name,
      format,
      rate.labels,
      (rate.cpuUs / rate.labels / 1000).toFixed(2),
      perSecond(rate).toFixed(1),
      ((base.get(format) ?? 0) / perSecond(rate)).toFixed(1),
    ]),
    notes: [
      'CPU time of all threads and processes, because other work shares the machine. Trackway draws, checks and',
      'reads its QR symbol back; satori draws no symbol; Chromium gets the finished SVG in an open page.',
    ],
  };
}

async function measure(seconds: number, cpuUs: () => number, work: Work): Promise<Rate> {
  await work(0);
  const before = cpuUs();
  const until = performance.now() + seconds * 1000;
  let labels = 0;
  for (; performance.now() < until; labels += 1) await work(labels + 1);
  return { labels, cpuUs: cpuUs() - before };
}

type Size = { readonly widthMm: number; readonly heightMm: number };

function pixels(mm: number, dotsPerInch = CSS_DOTS_PER_INCH): number {
  return Math.round((mm / 25.4) * dotsPerInch);
}

async function satoriRates(
  seconds: number,
  { widthMm, heightMm }: Size,
): Promise<{ readonly svg: Rate; readonly png: Rate }> {
  const fonts = [400, 600].map((weight) => ({
    path: join(FONTS, `source-sans-3-latin-${weight}-normal.woff`),
    weight,
  }));
  const texts = [
    ...[SHIRT.productName, '7.24 kg CO2e', 'Raw materials to end of life'],
    ...['Likely between 5.81 and 9.02', 'Manufacturing 2.62', 'Raw materials 2.31', 'Use 1.18'],
  ];
  const sizes = { widthPx: pixels(widthMm), heightPx: pixels(heightMm) };
  const pngWidthPx = pixels(widthMm, DOTS_PER_INCH);
  const task = JSON.stringify({ seconds, fonts, texts, ...sizes, pngWidthPx });
  const program = join(PEERS, 'satori-label.js');
  const { stdout } = await promisify(execFile)(process.execPath, [program, task]);
  return JSON.parse(stdout);
}

async function chromiumRates(
  seconds: number,
  svg: string,
  { widthMm, heightMm }: Size,
): Promise<[string, string, Rate][]> {
  const server = await chromium.launchServer({
    executablePath: '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
  try {
    const browser = await chromium.connect(server.wsEndpoint());
    const page = await browser.newPage({
      viewport: { width: pixels(widthMm), height: pixels(heightMm) },
      deviceScaleFactor: DOTS_PER_INCH / CSS_DOTS_PER_INCH,
    });
    const show = (number: number) =>
      page.setContent(
        `<style>body{margin:0}</style>${svg.replaceAll('Merino shirt', `Shirt ${number}`)}`,
      );
    const cpuUs = () => cpuUsOfTree(server.process().pid ?? 0);
    const png = await measure(seconds, cpuUs, async (number) => {
      await show(number);
      await page.screenshot({ type: 'png' });
    });
    const pdf = await measure(seconds, cpuUs, async (number) => {
      await show(number);
      await page.pdf({ width: `${widthMm}mm`, height: `${heightMm}mm` });
    });
    return [
      ['Chromium, screenshot', 'PNG', png],
      ['Chromium, print', 'PDF', pdf],
    ];
  } finally {
    await server.close();
  }
}
