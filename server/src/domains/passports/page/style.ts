import { createHash } from 'node:crypto';
import { PAGE_LANGUAGES, type PageLanguage } from './words.ts';

/** Values of look/tokens.css that the page uses. */
const LIGHT = `--canvas:#f4f5f2;--panel:#fff;--sunken:#ebeeea;--line:#dde2de;--control:#7f8c88;--ink:#141f1e;--ink-2:#43514e;--ink-3:#5d6b67;--accent:#0a5763;--warn:#7d4a00;--warn-soft:#fdf0d9;--danger:#a8221b;--danger-soft:#fbeae8;--sandbox:#f0b43c;--on-sandbox:#2a1c00;--p1:#c67c18;--p2:#152e57;--p3:#6964ab;--p4:#81360c;--p5:#649d85;--p6:#5b1596;--p7:#9a603b;--p8:#5c0f12;--p9:#ac7dd9;--p10:#16576c`;
const DARK = `color-scheme:dark;--canvas:#0e1314;--panel:#161c1e;--sunken:#0a0f10;--line:#2a3436;--control:#71807c;--ink:#e8eeec;--ink-2:#b3bfbb;--ink-3:#8f9c98;--accent:#74c9d3;--warn:#f0bb62;--warn-soft:#33260d;--danger:#ff9a8f;--danger-soft:#3a1a18;--p1:#d98430;--p2:#d2f4f2;--p3:#4383f2;--p4:#f0dc62;--p5:#3a7d62;--p6:#a9a3f6;--p7:#f5ac80;--p8:#cf3216;--p9:#9569b0;--p10:#95cdf0`;

/** Writing systems of the languages of the page, other than Latin, with the characters of their fonts. */
const SCRIPTS: Readonly<Record<string, { readonly name: string; readonly range: string }>> = {
  el: {
    name: 'greek',
    range: 'U+0370-0377,U+037A-037F,U+0384-038A,U+038C,U+038E-03A1,U+03A3-03FF',
  },
  bg: { name: 'cyrillic', range: 'U+0301,U+0400-045F,U+0490-0491,U+04B0-04B1,U+2116' },
};

/** Fonts of the page, served by the service itself. */
const GEOLOGICA =
  '@font-face{font-family:Geologica;src:url(/dpp/fonts/geologica.woff2) format("woff2");font-display:swap}';

function sourceSans(file: string, weight: number, range?: string): string {
  const only = range === undefined ? '' : `;unicode-range:${range}`;
  return `@font-face{font-family:"Source Sans 3";src:url(/dpp/fonts/${file}.woff2) format("woff2");font-weight:${weight};font-display:swap${only}}`;
}

/**
 * Headings of Greek and Cyrillic pages are in the font of the text: the subsets of a second font would not fit the 60 kB
 * of fonts of a page.
 */
function fontsOf(language: PageLanguage): string {
  const latin = [sourceSans('source-sans-3', 400), sourceSans('source-sans-3-strong', 600)];
  const script = SCRIPTS[language];
  if (script === undefined) return [GEOLOGICA, ...latin].join('');
  const { name, range } = script;
  return [
    ...latin,
    sourceSans(`source-sans-3-${name}`, 400, range),
    sourceSans(`source-sans-3-strong-${name}`, 600, range),
  ].join('');
}

const RULES = `
:root{color-scheme:light;${LIGHT}}
@media (prefers-color-scheme:dark){:root{${DARK}}}
*{box-sizing:border-box}
body{margin:0;background:var(--canvas);color:var(--ink);font:400 1.0625rem/1.47 "Source Sans 3",system-ui,sans-serif;overflow-wrap:anywhere}
main,header,footer,.strip{max-width:40rem;margin-inline:auto;background:var(--panel);padding-inline:1.25rem}
header{display:flex;justify-content:space-between;align-items:center;gap:1rem;padding-block:.75rem}
h1,h2,.brand,.share,.total{font-family:Geologica,"Source Sans 3",system-ui,sans-serif;font-weight:400;letter-spacing:-.018em;line-height:1.2}
header a{flex:none}
main{padding-block:1.25rem}
.picture{display:block;inline-size:calc(100% + 2.5rem);block-size:19rem;object-fit:contain;margin:-1.25rem -1.25rem 1.25rem;background:var(--sunken)}
h1{font-size:1.75rem;margin:0 0 .25rem}
h2{font-size:1.3125rem;margin:0 0 .75rem}
.brand{font-size:1.0625rem;font-weight:600;margin:0}
.logo{display:block;block-size:2rem;max-inline-size:12rem;object-fit:contain;object-position:left}
h1+section,main>dl{margin-block-start:1rem}
h1>[dir],p>[dir]:only-child{display:block}
p{margin:0 0 .75rem}
a{color:var(--accent)}
a:focus-visible,summary:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
section,details{border-top:1px solid var(--line);padding-block:1.5rem}
details{padding-block:.25rem}
summary{min-height:2.75rem;display:flex;align-items:center;cursor:pointer;font-weight:600}
summary::before{content:"+";inline-size:1.5rem;color:var(--accent)}
details[open]>summary::before{content:"\\2212"}
.with-icon{display:flex;gap:.75rem;align-items:start}
.with-icon>:last-child{flex:1;min-inline-size:0}
.icon{flex:none;inline-size:1.25rem;block-size:1.25rem;margin-block-start:.125rem;fill:none;stroke:var(--accent);stroke-width:1.6;stroke-linecap:round;stroke-linejoin:round}
header .with-icon{gap:.5rem}
.quiet,dt,.place{color:var(--ink-2);font-size:.9375rem}
.strip{padding-block:.75rem;font-weight:600;margin-block:0}
.strip p:last-child{margin:0}
.sample{background:var(--sandbox);color:var(--on-sandbox)}
.notice{background:var(--warn-soft);color:var(--warn)}
.gone{background:var(--danger-soft);color:var(--danger)}
.notice a,.gone a{color:inherit}
.jumps{display:flex;flex-wrap:wrap;border-top:1px solid var(--line);margin-inline:-1.25rem}
.jumps a{flex:1 1 6rem;hyphens:auto;display:flex;flex-direction:column;align-items:center;gap:.25rem;padding:.75rem .5rem;text-align:center;font-weight:600;font-size:.9375rem;border-inline-start:1px solid var(--line);color:var(--ink);text-decoration:none}
.jumps a:first-child{border:0}
ul,ol{list-style:none;margin:0;padding:0}
.findings li{padding-inline-start:1.25em;text-indent:-1.25em}
.made li{display:flex;gap:1rem;padding-block:.5rem}
.share{font-size:1.3125rem;min-inline-size:min(4.5rem,30%)}
.made .place{display:block}
.total{font-size:min(3.75rem,18vw);line-height:1;margin:0 0 .5rem}
.total span{font-size:1.3125rem;color:var(--ink-2)}
table{inline-size:100%;table-layout:fixed;border-collapse:collapse}
caption{text-align:start;color:var(--ink-2);font-size:.9375rem;padding-block-end:.5rem}
th{font-weight:400;font-size:.9375rem;text-align:start;padding:.375rem .5rem .375rem 0;inline-size:38%}
td:last-child{inline-size:24%}
td{padding-block:.375rem}
td:last-child{text-align:end;font-weight:600;font-variant-numeric:tabular-nums;padding-inline-start:.5rem}
.range{display:block;inline-size:100%;margin-block-end:.75rem;font-size:min(.9375rem,4.2vw,16px)}
.range text{fill:var(--ink-2)}
.range line{stroke:var(--ink);stroke-width:3}
.range line+text+text{fill:var(--ink);font-weight:600}
tr svg{display:block;inline-size:100%;block-size:.75rem}
.note{background:var(--sunken);border-radius:10px;padding:.875rem 1rem;font-size:.9375rem;margin-block:1rem 0}
.note:first-child{margin-block-start:0}
.note+details{margin-block:1rem -1.5rem}
.way{border-inline-start:2px dotted var(--control);padding-inline-start:1.25rem;margin-inline-start:.25rem}
.shares{display:block;inline-size:100%;block-size:1.125rem;margin-block-end:.5rem}
.way li{padding-block-end:1rem;position:relative}
.way li::before{content:"";position:absolute;inset-inline-start:-1.75rem;inset-block-start:.35rem;inline-size:.5rem;block-size:.75rem;border-radius:50%;background:var(--accent);transform:rotate(30deg)}
.way li:nth-child(even)::before{inset-inline-start:-1.25rem}
.way strong,.way .place{display:block}
.button{display:block;border:1px solid var(--control);border-radius:6px;padding:.625rem 1rem;text-align:center;color:var(--ink);text-decoration:none;font-weight:600;margin-block-start:.75rem}
dl{display:grid;grid-template-columns:minmax(0,38%) minmax(0,1fr);gap:.5rem 1rem;margin-block:0}
main>dl{margin-block-end:1.5rem}
dd{margin:0}
code{font:.875rem/1.5 "Source Code Pro",ui-monospace,monospace}
.languages{display:flex;flex-wrap:wrap;gap:.25rem 1rem;padding-block-end:1rem}
.languages a{display:inline-block;padding-block:.25rem}
.languages [aria-current]{font-weight:600;color:var(--ink);text-decoration:none}
footer{padding-block:1.5rem;font-size:.9375rem;border-top:1px solid var(--line)}
.formats{display:flex;flex-wrap:wrap;gap:.25rem 1rem;margin-block-end:.75rem}
.formats a{padding-block:.25rem}
.qr{display:none}
input,button{font:inherit;min-height:2.75rem;border-radius:6px;border:1px solid var(--control);padding:.5rem .75rem;inline-size:100%;background:var(--panel);color:var(--ink)}
textarea{font:.875rem/1.5 "Source Code Pro",ui-monospace,monospace;inline-size:100%;min-height:8rem;border-radius:6px;border:1px solid var(--control);background:var(--panel);color:var(--ink)}
form+form{margin-block-start:2rem}
label{display:block;font-weight:600;margin-block:.75rem .25rem}
button{background:var(--accent);color:var(--panel);border:0;font-weight:600;margin-block-start:1rem}
@media print{:root{${LIGHT};color-scheme:light;--canvas:#fff;--sunken:#fff}
body{font-size:11pt}.jumps,.languages,form,details:has(form),header a{display:none}details::details-content{content-visibility:visible;block-size:auto}
summary::before{content:none}section,tr,li,details:not(:has(dl)){break-inside:avoid}h2,summary,.quiet:has(+.formats){break-after:avoid}table,.range,.shares{max-inline-size:350px}
.qr{display:block;inline-size:30mm}a[href^=http]:not(.bare)::after,a[data-printed]::after{content:" (" attr(href) ")";font-size:9pt;color:var(--ink-2)}a[data-printed]::after{content:" (" attr(data-printed) ")"}}`;

/** A style sheet, and its digest for the Content-Security-Policy. */
type Style = { readonly css: string; readonly hash: string };

const STYLES = new Map(PAGE_LANGUAGES.map((language) => [language, made(language)]));

/**
 * The style of a page in a language. The colour of a brand replaces the accent on light ground only, where its contrast
 * was checked.
 */
export function styleOf(language: PageLanguage, color?: string): Style {
  const style = STYLES.get(language) ?? made(language);
  if (color === undefined || !/^#[0-9a-f]{6}$/i.test(color)) return style;
  return digested(
    `${style.css}@media (prefers-color-scheme:light){:root{--accent:${color}}}@media print{:root{--accent:${color}}}`,
  );
}

function made(language: PageLanguage): Style {
  return digested(`${fontsOf(language)}${RULES}`);
}

function digested(css: string): Style {
  return { css, hash: createHash('sha256').update(css).digest('base64') };
}
