import { isList, isObject } from '../content/mask.ts';
import { COMMON_FIELDS, SECTOR_DATA, schemaOf } from '../content/schemas.ts';
import type { DppContent, DppField, DppSchema, DppView, Json, LocalizedText } from '../model.ts';
import { localizedIn, numberIn, objectIn, objectsIn, textIn } from '../projections/content.ts';
import { type Html, html, safeUrl } from './html.ts';
import { icon } from './icons.ts';
import type { Words } from './words.ts';

const STEPS: Readonly<Record<string, string>> = {
  SPINNING: 'stepSpinning',
  WEAVING: 'stepWeaving',
  KNITTING: 'stepKnitting',
  DYEING: 'stepDyeing',
  FINISHING: 'stepFinishing',
  ASSEMBLY: 'stepAssembly',
};

/** A text in its own language, which is marked if it is not that of the page. */
export function localized(text: LocalizedText | undefined, words: Words): Html | undefined {
  if (text === undefined) return undefined;
  return text.language.toLowerCase().split('-')[0] === words.language
    ? html`${text.text}`
    : html`<span lang="${text.language}" dir="auto">${text.text}</span>`;
}

/** The materials by their share, with what is known of each in words. */
export function materialsOf(content: DppContent, words: Words) {
  const materials = objectsIn(content, 'materials').toSorted(
    (a, b) => (numberIn(b, 'massFraction') ?? 0) - (numberIn(a, 'massFraction') ?? 0),
  );
  return materials.map((material) => {
    const share = numberIn(material, 'massFraction');
    const recycled = numberIn(material, 'recycledFraction');
    const origin = textIn(material, 'origin');
    const facts = [
      origin === undefined ? undefined : words.country(origin),
      recycled === undefined
        ? undefined
        : words.say('recycled', { share: words.percent(recycled) }),
    ].filter((fact) => fact !== undefined);
    return {
      share: share ?? 0,
      shareText: share === undefined ? '' : words.percent(share),
      name: textIn(material, 'name') ?? '',
      facts: facts.join(', '),
    };
  });
}

export function madeOfSection(content: DppContent, words: Words): Html | undefined {
  const materials = materialsOf(content, words);
  if (materials.length === 0) return undefined;
  return html`<section id="materials"><h2>${words.say('madeOf')}</h2>${shareBar(materials)}<ul class="made">${materials.map(
    ({ shareText, name, facts }) =>
      html`<li><span class="share">${shareText}</span><span>${name}<span class="place">${facts}</span></span></li>`,
  )}</ul></section>`;
}

/** Shares of mass as one bar; the list below it has the numbers. */
function shareBar(materials: readonly { readonly share: number }[]): Html | undefined {
  const shares = materials.map(({ share }) => share);
  if (shares.every((share) => share === 0)) return undefined;
  let end = 0;
  const parts = shares.map((share, at) => {
    const start = end;
    end += share * 100;
    const opacity = Math.max(0.2, 1 - at * 0.35).toFixed(2);
    return html`<rect x="${start.toFixed(2)}" width="${Math.max(0, share * 100 - 0.6).toFixed(2)}" height="12" fill="var(--ink)" opacity="${opacity}"/>`;
  });
  return html`<svg class="shares" viewBox="0 0 100 12" preserveAspectRatio="none" aria-hidden="true">${parts}</svg>`;
}

/** The steps of production with their countries. */
export function stepsOf(content: DppContent, words: Words) {
  return objectsIn(objectIn(content, 'sectorData'), 'productionSteps').map((step) => {
    const name = textIn(step, 'step') ?? '';
    const word = STEPS[name];
    const country = words.country(textIn(step, 'country') ?? '');
    return { name: word === undefined ? name : words.say(word), country };
  });
}

export function journeySection(content: DppContent, words: Words): Html | undefined {
  const steps = stepsOf(content, words);
  if (steps.length === 0) return undefined;
  return html`<section id="journey"><h2>${words.say('journey')}</h2><ol class="way">${steps.map(
    ({ name, country }) =>
      html`<li><strong>${name}</strong><span class="place">${country}</span></li>`,
  )}</ol></section>`;
}

type Lines = readonly (LocalizedText | string)[];

/** Care, and repair with lifetime: texts of the operator in their language, and sentences in that of the words. */
export function careLines(
  content: DppContent,
  words: Words,
): { readonly care: Lines; readonly repair: Lines } {
  const [care, repair] = [objectIn(content, 'care'), objectIn(content, 'repair')];
  const durability = objectIn(content, 'durability');
  const { readers: languages } = words;
  const years = (from: DppContent | undefined, name: string, word: string): string | undefined => {
    const value = numberIn(from, name);
    return value === undefined ? undefined : words.say(word, { years: words.number(value) });
  };
  const score = numberIn(repair, 'score');
  const known = (lines: readonly (LocalizedText | string | undefined)[]) =>
    lines.filter((line) => line !== undefined);
  return {
    care: known([localizedIn(care, 'instructions', languages)]),
    repair: known([
      localizedIn(repair, 'instructions', languages),
      years(durability, 'lifetimeYears', 'lifetime'),
      years(durability, 'warrantyYears', 'warranty'),
      years(repair, 'sparePartsYears', 'spareParts'),
      score === undefined ? undefined : words.say('repairScore', { score: words.number(score) }),
    ]),
  };
}

export function careSection(content: DppContent, words: Words): Html | undefined {
  const { care, repair } = careLines(content, words);
  if (care.length + repair.length === 0) return undefined;
  const parts = (['care', 'repair'] as const).map((name) => {
    const lines = name === 'care' ? care : repair;
    if (lines.length === 0) return undefined;
    const texts = lines.map((line) =>
      typeof line === 'string' ? html`<p>${line}</p>` : html`<p>${localized(line, words)}</p>`,
    );
    return html`<div class="with-icon">${icon(name)}<div>${texts}</div></div>`;
  });
  const url = textIn(objectIn(content, 'repair'), 'url');
  return html`<section id="care"><h2>${words.say('careRepair')}</h2>${parts}${linkButton(url, words.say('repairLink'))}</section>`;
}

export function passItOnSection(content: DppContent, words: Words): Html | undefined {
  const end = objectIn(content, 'endOfLife');
  const text = localizedIn(end, 'instructions', words.readers);
  const link = linkButton(textIn(end, 'collectionUrl'), words.say('collectionLink'));
  if (text === undefined && link === undefined) return undefined;
  return html`<section id="pass-it-on"><h2>${words.say('passItOn')}</h2>${text === undefined ? undefined : html`<p>${localized(text, words)}</p>`}${link}</section>`;
}

type Fact = readonly [name: string, value: string | undefined];

/** Facts about the responsible parties, and the identifiers. */
export function aboutFacts(view: DppView, words: Words): readonly Fact[] {
  const { content, gtin, batchNumber, serialNumber } = view;
  const facility = objectIn(content, 'facility');
  const made = textIn(content, 'productionDate');
  return [
    [words.say('operator'), partyOf(objectIn(content, 'economicOperator'), words)],
    [words.say('importer'), partyOf(importerIn(content), words)],
    [words.say('facility'), partyOf(facility, words)],
    [words.say('productionDate'), made === undefined ? undefined : words.date(made)],
    [words.say('model'), textIn(content, 'modelNumber')],
    [words.say('batch'), batchNumber ?? undefined],
    [words.say('serial'), serialNumber ?? undefined],
    ['GTIN', gtin ?? undefined],
    [words.say('commodityCode'), textIn(content, 'commodityCode')],
  ];
}

export function aboutSection(view: DppView, words: Words): Html {
  return html`<section id="about"><h2>${words.say('about')}</h2>${factList(aboutFacts(view, words))}</section>`;
}

/** Common fields that no other section shows. */
const MORE_FIELDS = ['dimensions', 'packaging', 'circularity', 'components'];

/** The rest of the data: the other responsible parties, and fields by their titles. */
export function moreFacts(view: DppView, words: Words): readonly Fact[] {
  return [
    ...otherParties(view.content, words),
    ...moreFieldsOf(schemaOf(view)).flatMap(({ above, field }) => {
      const content = above === undefined ? view.content : objectIn(view.content, above);
      return content === undefined ? [] : rowOf(field, content, words);
    }),
  ];
}

/** Fields of a schema that have a row of their own, with the part of the content that they are in. */
export function moreFieldsOf({ fields }: Pick<DppSchema, 'fields'>) {
  const sector = fields.filter(({ name }) => name !== 'productionSteps');
  return [
    ...COMMON_FIELDS.filter(({ name }) => MORE_FIELDS.includes(name)).map((field) => ({
      field,
      above: undefined,
    })),
    ...sector.map((field) => ({ field, above: SECTOR_DATA })),
  ];
}

function otherParties(content: DppContent, words: Words): readonly Fact[] {
  const importer = importerIn(content);
  const others = objectsIn(content, 'responsibleParties').filter((party) => party !== importer);
  return others.map((party) => [
    words.field(englishOfCode(textIn(party, 'role') ?? 'OTHER')),
    partyOf(party, words),
  ]);
}

/** `BACKUP_PROVIDER` as words; short codes such as `E1` stay as they are. */
export function englishOfCode(code: string): string {
  if (!/^[A-Z_]{3,}$/.test(code)) return code;
  return code.charAt(0) + code.slice(1).toLowerCase().replaceAll('_', ' ');
}

/** Substances of concern, a line each. */
export function substanceLines({ content }: DppView): string[] {
  return objectsIn(content, 'substances').map((each) =>
    ['name', 'cas', 'range', 'location'].flatMap((name) => textIn(each, name) ?? []).join(', '),
  );
}

/** The rest of the content. */
export function moreSection(view: DppView, words: Words): Html | undefined {
  const substances = substanceLines(view);
  const rows = moreFacts(view, words);
  return html`${
    substances.length === 0
      ? undefined
      : html`<details><summary>${words.say('substances')}</summary><ul>${substances.map((each) => html`<li>${each}</li>`)}</ul></details>`
  }${
    rows.length === 0
      ? undefined
      : html`<details><summary>${words.say('moreData')}</summary>${factList(rows)}</details>`
  }`;
}

const DOCUMENTS = ['documents', 'restrictedDocuments', 'conformityDocuments'];

/** Documents that the reader may see, with an address that may be a link. */
export function documentsOf(content: DppContent) {
  const documents = DOCUMENTS.flatMap((name) => objectsIn(content, name));
  return documents.flatMap((document) => {
    const url = safeUrl(textIn(document, 'url'));
    return url === undefined ? [] : [{ url, title: textIn(document, 'title') ?? url }];
  });
}

export function documentsSection(content: DppContent, words: Words): Html | undefined {
  const documents = documentsOf(content);
  if (documents.length === 0) return undefined;
  return html`<details><summary>${words.say('documents')}</summary><ul>${documents.map(
    ({ url, title }) => html`<li><a href="${url}" rel="noopener noreferrer">${title}</a></li>`,
  )}</ul></details>`;
}

function rowOf(field: DppField, content: DppContent, words: Words): Fact[] {
  const value = content[field.name];
  return value === undefined ? [] : [[words.field(field.title), valueText(field, value, words)]];
}

function valueText(field: DppField, value: Json, words: Words): string {
  if (field.type === 'LOCALIZED') {
    return localizedIn({ value }, 'value', words.readers)?.text ?? '';
  }
  if (isList(value)) {
    if (value.length === 0 && field.mayBeEmpty) return words.say('none');
    return value.map((item) => valueText(field, item, words)).join('; ');
  }
  if (isObject(value)) {
    return field.fields.flatMap((inner) => partsOf(inner, value, words)).join(', ');
  }
  if (typeof value === 'number' && /Fraction$/.test(field.name)) return words.percent(value);
  if (typeof value === 'number') return words.measure(value, field.unit ?? 'C62');
  if (typeof value === 'boolean') return words.say(value ? 'yes' : 'no');
  return value === null ? '' : textOfType(field.type, value, words);
}

/** A value inside of a group: a bare number, yes or no would not say what it is of. */
function partsOf(field: DppField, content: DppContent, words: Words): string[] {
  const isBare = typeof content[field.name] === 'string' || isList(content[field.name] ?? null);
  return rowOf(field, content, words).map(([title, text = '']) =>
    isBare ? text : `${title}${words.colon} ${text}`,
  );
}

function textOfType(type: DppField['type'], value: string, words: Words): string {
  if (type === 'COUNTRY') return words.country(value);
  if (type === 'DATE') return words.date(value);
  return type === 'CODE' ? words.field(englishOfCode(value)) : value;
}

function importerIn(content: DppContent): DppContent | undefined {
  return objectsIn(content, 'responsibleParties').find(
    (party) => textIn(party, 'role') === 'IMPORTER',
  );
}

export function factList(facts: readonly Fact[]): Html {
  return html`<dl>${facts.map(([name, value]) =>
    value === undefined || value === ''
      ? undefined
      : html`<dt>${name}</dt><dd>${linked(value)}</dd>`,
  )}</dl>`;
}

function linked(value: string): Html {
  const url = safeUrl(value);
  return url === undefined
    ? html`${value}`
    : html`<a class="bare" href="${url}" rel="noopener noreferrer">${value}</a>`;
}

/** Name, postal address and country of a party; a facility has no address. */
export function partyOf(party: DppContent | undefined, words: Words): string | undefined {
  const [name, country] = [textIn(party, 'name') ?? textIn(party, 'id'), textIn(party, 'country')];
  if (name === undefined) return undefined;
  const place = country === undefined ? undefined : words.country(country);
  return [name, textIn(party, 'address'), place].filter((part) => part !== undefined).join(', ');
}

function linkButton(url: string | undefined, text: string): Html | undefined {
  const safe = safeUrl(url);
  return safe === undefined
    ? undefined
    : html`<a class="button" href="${safe}" rel="noopener noreferrer">${text}</a>`;
}
