import type { SentenceTranslator } from '../../../../dashboard/src/sentences/sentence-translator.ts';
import { loadRefusedClaims } from '../brands/index.ts';
import { cell, DATA_FOLDER, readTable } from '../factors/index.ts';
import { isolated } from './drawing/pieces.ts';
import { ASSET_LOCALES, type AssetLocale } from './model.ts';
import { loadTranslators } from './translate-reasons.ts';

const WORD_KEYS = [
  ...(['title', 'range', 'noRange', 'toGate', 'toShelf', 'toGrave', 'declaredOnly'] as const),
  ...(['phaseRawMaterials', 'phaseInboundTransport', 'phaseManufacturing'] as const),
  ...(['phasePackaging', 'phaseDistribution', 'phaseRetail', 'phaseInstallation'] as const),
  ...(['phaseUse', 'phaseMaintenanceRepair', 'phaseEndOfLife', 'otherPhases'] as const),
  ...(['scan', 'notVerified', 'verifiedBy', 'method', 'without', 'otherParts'] as const),
  ...(['sample', 'preview', 'outdated', 'passport', 'passportContent'] as const),
  // Words of cards.
  ...(['equivTitle', 'about', 'equivCar', 'equivTrain', 'equivFlight', 'equivPhone'] as const),
  ...(['equivHome', 'compareTitle', 'lower', 'noDifference', 'difference'] as const),
  ...(['scenarioOf', 'pair'] as const),
  // Words of maps.
  ...(['mapTitle', 'tier', 'facilities', 'mapArcs', 'mapMiddle', 'mapUnplaced'] as const),
  // Words of reports.
  ...(['functionalUnit', 'partialFootprint', 'perUse', 'perYear', 'factorYears'] as const),
  ...(['cutOff', 'cutOffNone', 'allocation', 'allocationSources', 'included'] as const),
  'notSummed',
  ...(['reportTitle', 'result', 'methodTitle', 'stages', 'contributions', 'assumptions'] as const),
  ...([
    'uncertainty',
    'dataQuality',
    'sources',
    'gaps',
    'leftOut',
    'gases',
    'declaredUnit',
  ] as const),
  ...(['boundary', 'calculatedBy', 'date', 'verification', 'amount', 'factor', 'share'] as const),
  ...([
    'reason',
    'source',
    'licence',
    'stage',
    'value',
    'part',
    'smallerOnes',
    'gasFossil',
  ] as const),
  ...(['gasLandUse', 'gasAircraft', 'gasBiogenicOut', 'gasBiogenicIn', 'gasUnsplit'] as const),
  ...(['notStated', 'primaryShare', 'rating', 'interval', 'modelRange', 'runs'] as const),
  ...(['ratingExcellent', 'ratingVeryGood', 'ratingGood', 'ratingFair', 'ratingPoor'] as const),
  ...(['recyclingMethod', 'goal', 'conclusions', 'biogenicContent'] as const),
  ...(['electricityBoth', 'fingerprint', 'program', 'limitClimate', 'limitCompare'] as const),
  ...(['offsets', 'dataLanguage', 'page', 'warnings', 'attached', 'beyondSystem'] as const),
] as const;
export type WordKey = (typeof WORD_KEYS)[number];

/** The fixed words of one language. */
export type Words = {
  readonly locale: AssetLocale;
  readonly say: (key: WordKey, values?: Readonly<Record<string, string>>) => string;
  /** A text of the engine, such as the reason of an assumption; as it is if it has no translation. */
  readonly translated: (text: string) => string;
  /** A phrase of the engine, such as a label or the value of an assumption; names that people or publications have stay. */
  readonly phrase: (name: 'label' | 'value' | 'source' | 'unit', text: string) => string;
};

export type Texts = {
  readonly wordsOf: (locale: AssetLocale) => Words;
  /** Claims of all languages that no text of an asset may make, as `normalizedClaim` writes them. */
  readonly refusedClaims: readonly string[];
};

let loading: Promise<Texts> | undefined;

/** The fixed words and refused claims of `data/assets`, read once. */
export function loadTexts(): Promise<Texts> {
  loading ??= readAll(new URL('assets/', DATA_FOLDER));
  return loading;
}

async function readAll(folder: URL): Promise<Texts> {
  const texts = new Map<string, string>();
  for (const line of await readTable(new URL('words.csv', folder))) {
    texts.set(`${cell(line, 'locale')} ${cell(line, 'key')}`, cell(line, 'text'));
  }
  const translators = await loadTranslators();
  const words = new Map(
    ASSET_LOCALES.map((locale) => [locale, wordsIn(locale, texts, translators.get(locale))]),
  );
  const refusedClaims = await loadRefusedClaims();
  return {
    wordsOf: (locale) => {
      const found = words.get(locale);
      if (found === undefined) throw new Error(`There are no words in ${locale}.`);
      return found;
    },
    refusedClaims,
  };
}

function wordsIn(
  locale: AssetLocale,
  texts: ReadonlyMap<string, string>,
  translator: SentenceTranslator | undefined,
): Words {
  for (const key of WORD_KEYS) {
    if (!texts.has(`${locale} ${key}`)) throw new Error(`words.csv has no ${key} in ${locale}.`);
  }
  return {
    locale,
    translated: (text) => translator?.text(text) ?? text,
    phrase: (name, text) => translator?.phrase(name, text) ?? text,
    say: (key, values = {}) =>
      (texts.get(`${locale} ${key}`) ?? '').replace(/\{(\w+)\}/g, (whole, name: string) => {
        const value = values[name];
        return value === undefined ? whole : isolated(value);
      }),
  };
}
