import type { Finding, Verification } from '../../trust/index.ts';
import type { ChainLink } from '../chain.ts';
import { framed, type Page } from './frame.ts';
import { type Html, html } from './html.ts';
import { type PageLanguage, wordsOf } from './words.ts';

const MARKS: Readonly<Record<Finding['outcome'], string>> = {
  OK: '✓',
  FAILED: '✗',
  NOTE: 'i',
  UNKNOWN: '?',
};

/** The page that checks credentials. Its findings are in English, as the reports of the command line. */
export function verifyPage(
  results: readonly Verification[] | undefined,
  language: PageLanguage,
  chain: readonly ChainLink[] = [],
): Page {
  const words = wordsOf(language);
  const title = words.say('verification');
  const body = html`<header><p class="brand">${words.say('passport')}</p></header>
<main><h1>${title}</h1>${results?.map(resultOf)}${chain.length === 0 ? undefined : chainSection(chain)}
<section lang="en"><form method="get" action="/verify"><label for="url">Address of a passport, or the content of its code</label><input id="url" name="url" type="url" required> <button>Verify address</button></form>
<form method="post" action="/verify"><label for="credential">Credential (vc+jwt) or back-up package (JSON)</label><textarea id="credential" name="credential" required spellcheck="false"></textarea><button>Verify</button></form>
<form method="post" action="/verify" enctype="multipart/form-data"><label for="file">File with a credential or a package</label><input id="file" name="file" type="file" required> <button>Verify file</button></form>
<p class="note">Keys and status lists of this service are read from it. Those of other issuers are not fetched here: <code>trackway verify</code> does that on your own computer.</p></section></main>`;
  return framed(language, title, body);
}

function resultOf({ isValid, issuer, findings }: Verification): Html {
  return html`<section lang="en"><h2>${isValid ? 'The credential is valid' : 'The credential is not valid, or could not be checked'}</h2>
${issuer === undefined ? undefined : html`<p class="quiet">Issuer: <code>${issuer}</code></p>`}
<ul class="findings">${findings.map(({ check, outcome, detail }) => html`<li><strong>${MARKS[outcome]} ${check.toLowerCase()}:</strong> ${detail}</li>`)}</ul></section>`;
}

/** Each version names the hash of the one before, so that none can be changed or left out afterwards. */
function chainSection(chain: readonly ChainLink[]): Html {
  const isWhole = chain.every((link) => link.isWhole);
  return html`<section lang="en"><h2>${isWhole ? 'The chain of versions is whole' : 'The chain of versions is broken'}</h2>
<ul class="findings">${chain.map(
    ({ number, hash, previousHash, isWhole: isGood }) =>
      html`<li><strong>${MARKS[isGood ? 'OK' : 'FAILED']} version ${number}:</strong> <code>SHA-256 ${hash}</code>${
        previousHash === null ? undefined : html` after <code>${previousHash.slice(0, 16)}…</code>`
      }</li>`,
  )}</ul></section>`;
}
