/** HTML that is escaped already. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Part = Html | string | number | readonly Part[] | undefined;

/** HTML with escaped values: texts are content or attribute values, lists are joined, undefined is nothing. */
export function html(parts: TemplateStringsArray, ...values: readonly Part[]): Html {
  return new Html(
    parts.map((part, at) => (at === 0 ? part : `${textOf(values[at - 1])}${part}`)).join(''),
  );
}

function textOf(value: Part): string {
  if (value === undefined) return '';
  if (value instanceof Html) return value.text;
  if (typeof value === 'object') return value.map(textOf).join('');
  return escaped(String(value));
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}

/** An address for a link; undefined unless it is http or https, so that no script gets into a page. */
export function safeUrl(url: string | undefined): string | undefined {
  return url !== undefined && /^https?:\/\//i.test(url) && URL.canParse(url) ? url : undefined;
}
