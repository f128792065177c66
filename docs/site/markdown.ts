import MarkdownIt, { type Token } from 'markdown-it';
import { addressOf } from './sources.ts';

/** Part of a page under its own heading, which a search can find. */
export type Passage = { readonly title: string; readonly anchor: string; readonly text: string };
export type Rendered = {
  readonly title: string;
  readonly html: string;
  readonly passages: readonly Passage[];
  /** Pictures of the repository, as they are written. */
  readonly pictures: readonly string[];
};

const markdown = new MarkdownIt({ html: true, linkify: false });

/** Renders one file: headings get anchors as on GitHub, links between files lead to their pages. */
export function renderMarkdown(file: string, text: string): Rendered {
  const tokens = markdown.parse(text, {});
  const passages: { title: string; anchor: string; text: string }[] = [];
  const pictures: string[] = [];
  const taken = new Map<string, number>();
  tokens.forEach((token, index) => {
    const inline = tokens[index + 1];
    if (token.type === 'heading_open' && inline !== undefined) {
      const title = textOf(inline.content);
      const anchor = anchorOf(title, taken);
      token.attrSet('id', anchor);
      passages.push({ title, anchor, text: '' });
    } else if (token.type === 'inline') {
      for (const child of token.children ?? []) leadLink(child, file, pictures);
    }
    const passage = passages.at(-1);
    const isHeading = tokens[index - 1]?.type === 'heading_open';
    if (passage !== undefined && !isHeading && (token.type === 'inline' || token.type === 'fence'))
      passage.text += `${textOf(token.content)}\n`;
  });
  const html = markdown.renderer
    .render(tokens, markdown.options, {})
    // A table that is wider than a phone scrolls by itself, also by keyboard.
    .replaceAll(
      '<table>',
      '<div class="wide" tabindex="0" role="region" aria-label="Table"><table>',
    )
    .replaceAll('</table>', '</table></div>')
    .replaceAll('<pre>', '<pre tabindex="0">');
  return { title: passages[0]?.title ?? file, html, passages, pictures };
}

/** Renders a description of the schema: a sentence or two with code in backticks. */
export function renderDescription(text: string): string {
  return markdown.renderInline(text);
}

/** Links of the repository become addresses; a link that leads to no page is an error of the docs. */
function leadLink(token: Token, from: string, pictures: string[]): void {
  if (token.tag === 'img') {
    const source = relative(token.attrGet('src'));
    if (source !== undefined) pictures.push(source);
  } else if (token.tag === 'a') {
    const link = relative(token.attrGet('href'));
    if (link === undefined) return;
    const address = addressOf(from, link);
    if (address === undefined) throw new Error(`${from} links to "${link}", which is no page.`);
    token.attrSet('href', address);
  }
}

function relative(link: string | number | null): string | undefined {
  return typeof link === 'string' && !/^[a-z]+:/.test(link) ? link : undefined;
}

function textOf(markdownText: string): string {
  return markdownText.replace(/`|\*\*|\[([^\]]*)\]\([^)]*\)/g, '$1');
}

function anchorOf(title: string, taken: Map<string, number>): string {
  const slug = title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-');
  const earlier = taken.get(slug) ?? 0;
  taken.set(slug, earlier + 1);
  return earlier === 0 ? slug : `${slug}-${earlier}`;
}
