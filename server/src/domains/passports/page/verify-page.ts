import type { Finding, Verification } from '../../trust/index.ts';
import type { ChainLink } from '../versions/chain.ts';
import { framed, type Page } from './frame.ts';
import { type Html, html } from './html.ts';
import { languageLinks } from './passport-page.ts';
import { type PageLanguage, type Words, wordsOf } from './words.ts';

const MARKS: Readonly<Record<Finding['outcome'], string>> = {
  OK: '✓',
  FAILED: '✗',
  NOTE: 'i',
  UNKNOWN: '?',
};

/** Details of findings that every language has, by their English text; rarer ones are shown in English. */
const DETAILS: ReadonlyMap<string, string> = new Map(
  [
    'verifyKey',
    'verifyUnchanged',
    'verifyChanged',
    'verifyInPeriod',
    'verifyNotRevoked',
    'verifyRevoked',
    'verifyNotSuspended',
    'verifySuspended',
    'verifyNewest',
    'verifyNewerExists',
    'verifySealed',
    'verifyNotSealed',
    'verifyCovers',
    'verifyNoPassport',
    'verifyPassportGone',
    'suspendedTitle',
    'revokedTitle',
  ].map((name) => [wordsOf('en').say(name), name]),
);

/** Results of a verification, with the chain of versions and the address of a passport if one was given. */
type Checked = {
  readonly results: readonly Verification[] | undefined;
  readonly chain: readonly ChainLink[];
  readonly url: string | null;
};

/** The page that checks credentials. */
export function verifyPage({ results, chain, url }: Checked, language: PageLanguage): Page {
  const words = wordsOf(language);
  const title = words.say('verification');
  const action = `/verify?lang=${language}`;
  const body = html`<header><p class="brand">${words.say('passport')}</p></header>
<main><h1>${title}</h1>${results?.map((result) => resultOf(result, words))}${chain.length === 0 ? undefined : chainSection(chain, words)}
<section><form method="get" action="/verify"><input type="hidden" name="lang" value="${language}"><label for="url">${words.say('verifyAddress')}</label><input id="url" name="url" type="url" value="${url ?? ''}" required> <button>${words.say('verifyButton')}</button></form>
<form method="post" action="${action}"><label for="credential">${words.say('verifyCredential')}</label><textarea id="credential" name="credential" required spellcheck="false"></textarea><button>${words.say('verifyButton')}</button></form>
<form method="post" action="${action}" enctype="multipart/form-data"><label for="file">${words.say('verifyFile')}</label><input id="file" name="file" type="file" required> <button>${words.say('verifyButton')}</button></form>
<p class="note">${words.say('verifyOthers', { command: 'trackway verify' })}</p></section></main>
<footer>${languageLinks(words, url === null ? '/verify' : `/verify?url=${encodeURIComponent(url)}`)}</footer>`;
  return framed(language, title, body);
}

function resultOf({ isValid, issuer, findings }: Verification, words: Words): Html {
  return html`<section><h2>${words.say(isValid ? 'verifyValid' : 'verifyInvalid')}</h2>
${issuer === undefined ? undefined : html`<p class="quiet">${words.say('verifyIssuer')}${words.colon} <code>${issuer}</code></p>`}
<ul class="findings">${findings.map(({ outcome, detail }) => html`<li><strong>${MARKS[outcome]}</strong> ${detailOf(detail, words)}</li>`)}</ul></section>`;
}

function detailOf(detail: string, words: Words): Html {
  const name = DETAILS.get(detail);
  const [, end] = /^It was valid until (\S+Z)\.$/.exec(detail) ?? [];
  if (end !== undefined) return html`${words.say('validUntil', { date: words.date(end) })}.`;
  const [, reason] = /^Reason: (.*)$/s.exec(detail) ?? [];
  if (reason !== undefined) return html`${words.say('reason', { reason })}`;
  return name === undefined ? html`<span lang="en">${detail}</span>` : html`${words.say(name)}`;
}

/** Each version names the hash of the one before, so that none can be changed or left out afterwards. */
function chainSection(chain: readonly ChainLink[], words: Words): Html {
  const isWhole = chain.every((link) => link.isWhole);
  return html`<section><h2>${words.say(isWhole ? 'verifyChainWhole' : 'verifyChainBroken')}</h2>
<ul class="findings">${chain.map(
    ({ number, hash, previousHash, isWhole: isGood }) =>
      html`<li><strong>${MARKS[isGood ? 'OK' : 'FAILED']} ${words.say('verifyVersion', { number })}${words.colon}</strong> <code>SHA-256 ${hash}</code>${
        previousHash === null ? undefined : html` ← <code>${previousHash.slice(0, 16)}…</code>`
      }</li>`,
  )}</ul></section>`;
}
