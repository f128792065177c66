import type { PagedDrawing } from '../../drawing/paged.ts';
import { isolated } from '../../drawing/pieces.ts';
import { isWithin, type PictureChoices, phaseWord } from '../../facts.ts';
import { localized, massText, massUnitFor, percentText, significant } from '../../numbers.ts';
import type { ReportFacts } from '../../report-facts.ts';
import type { Words } from '../../words.ts';
import { metadataOf } from '../metadata.ts';
import { crossing } from './crossing.ts';
import { Flow, PAGE_MM } from './flow.ts';
import { methodRows } from './method-rows.ts';
import { amountText, carbonContent, gasRows } from './rows.ts';

/** The footprint with its method, causes, assumptions, quality and sources, as ISO 14067 asks of a report. */
export function footprintReport(
  facts: ReportFacts,
  words: Words,
  choices: PictureChoices,
): PagedDrawing {
  const report = new Report(facts, words);
  report.write();
  report.flow.logo(choices.brand?.logo);
  const { pages } = report.flow;
  const across = crossing(facts, words, choices);
  return {
    ...PAGE_MM,
    pages: pages.map((pieces) => [...pieces, ...across]),
    title: `${words.say('reportTitle')}: ${facts.productName}`,
    description: `${report.headline}. ${report.range}`,
    language: words.locale,
    metadata: metadataOf('FOOTPRINT_REPORT', 'A4', facts, choices),
  };
}

/** The rating is worse than its score if more than half of a result hangs on proxies. */
const RATINGS = {
  EXCELLENT: 'ratingExcellent',
  VERY_GOOD: 'ratingVeryGood',
  GOOD: 'ratingGood',
  FAIR: 'ratingFair',
  POOR: 'ratingPoor',
} as const;

class Report {
  readonly flow = new Flow();
  readonly headline: string;
  readonly range: string;
  readonly #facts: ReportFacts;
  readonly #words: Words;
  readonly #mass: (kg: number) => string;
  readonly #unit: string;

  constructor(facts: ReportFacts, words: Words) {
    const unit = massUnitFor(facts.co2eKg);
    this.#facts = facts;
    this.#words = words;
    this.#mass = (kg) => massText(kg, unit, words.locale);
    this.#unit = `${unit.symbol} CO2e`;
    this.headline = `${this.#mass(facts.co2eKg)} ${this.#unit}`;
    const { range } = facts;
    this.range =
      range === null
        ? words.say('noRange')
        : words.say('range', {
            low: this.#mass(range.lowCo2eKg),
            high: `${this.#mass(range.highCo2eKg)} ${this.#unit}`,
          });
  }

  write(): void {
    this.#result();
    this.#method();
    this.#phases();
    this.#contributions();
    this.#uncertainty();
    this.#quality();
    this.#assumptions();
    this.#gaps();
    this.#gases();
    this.#conclusions();
    this.#sources();
    const { productName, snapshotHash } = this.#facts;
    this.flow.foot(productName, snapshotHash, (page, pages) =>
      this.#words.say('page', { page, pages }),
    );
  }

  #result(): void {
    const { productName, isOutdated } = this.#facts;
    const { say } = this.#words;
    this.flow.heading('H1', say('reportTitle'));
    this.flow.paragraph(productName, { face: 'STRONG', sizeMm: 4.6 });
    this.flow.paragraph(this.headline, { face: 'HEADLINE', sizeMm: 11 });
    this.flow.paragraph(this.range, { face: 'TEXT', sizeMm: 3.8 });
    if (isOutdated) this.flow.paragraph(`${say('outdated')}!`, { face: 'STRONG', sizeMm: 3.8 });
  }

  #method(): void {
    const { say } = this.#words;
    const rows = methodRows(this.#facts, this.#words, (kg) => this.#amount(kg));
    this.flow.heading('H2', say('methodTitle'));
    this.flow.table(
      [
        { head: '', share: 0.36 },
        { head: '', share: 0.64 },
      ],
      rows.map((cells) => ({ cells })),
    );
    this.flow.paragraph(
      [say('limitClimate'), say('limitCompare'), say('offsets'), say('dataLanguage')].join(' '),
    );
  }

  #phases(): void {
    const { phases, missingPhases, beyondSystemCo2eKg, boundary } = this.#facts;
    const { say } = this.#words;
    const counted = phases.filter(
      ({ phase }) => phase !== 'BEYOND_SYSTEM' && isWithin(boundary, phase),
    );
    const total = this.#facts.co2eKg;
    const largest = Math.max(...counted.map(({ co2eKg }) => Math.abs(co2eKg)), 1e-30);
    this.flow.heading('H2', say('stages'));
    this.flow.table(
      [
        { head: say('stage'), share: 0.5 },
        { head: this.#unit, share: 0.3, isNumber: true },
        { head: say('share'), share: 0.2, isNumber: true },
      ],
      [
        ...counted.map(({ phase, co2eKg }) => ({
          cells: [
            say(phaseWord(phase)),
            this.#mass(co2eKg),
            this.#percent(total === 0 ? 0 : co2eKg / total),
          ],
          bar: Math.max(0, co2eKg) / largest,
        })),
        ...missingPhases
          .filter((phase) => !counted.some((each) => each.phase === phase))
          .map((phase) => ({ cells: [say(phaseWord(phase)), say('notStated'), ''] })),
        { cells: [say('result'), this.#mass(total), this.#percent(1)] },
        ...(beyondSystemCo2eKg === 0
          ? []
          : [{ cells: [say('beyondSystem'), this.#mass(beyondSystemCo2eKg), ''] }]),
      ],
    );
  }

  #contributions(): void {
    const { contributions, otherContributions } = this.#facts;
    const { say, locale } = this.#words;
    const rows = contributions.map((each) => ({
      cells: [
        `${isolated(each.label)} (${say(phaseWord(each.phase))})`,
        [each.factorName, each.source, each.geography, each.year ?? ''].filter(Boolean).join(', '),
        amountText(each, locale),
        this.#mass(each.co2eKg),
        this.#percent(each.share),
      ],
    }));
    const { count, co2eKg } = otherContributions;
    const rest = { cells: [this.#others(count), '', '', this.#mass(co2eKg), ''] };
    this.flow.heading('H2', say('contributions'));
    this.flow.table(
      [
        { head: say('part'), share: 0.24 },
        { head: `${say('factor')}, ${say('source')}`, share: 0.37 },
        { head: say('amount'), share: 0.15, isNumber: true },
        { head: this.#unit, share: 0.14, isNumber: true },
        { head: say('share'), share: 0.1, isNumber: true },
      ],
      count === 0 ? rows : [...rows, rest],
    );
  }

  #uncertainty(): void {
    const { uncertainty, iterations, sensitivities, co2eKg } = this.#facts;
    const { say, locale } = this.#words;
    // The interval of the headline: that of the sampling, if there is one.
    const { lowCo2eKg, highCo2eKg } = this.#facts.range ?? uncertainty;
    const { modelLogVariance } = uncertainty;
    // 95 % of a lognormal distribution.
    const model = Math.exp(1.96 * Math.sqrt(modelLogVariance));
    const sampled =
      iterations === null ? [] : [say('runs', { count: localized(String(iterations), locale) })];
    this.flow.heading('H2', say('uncertainty'));
    this.flow.paragraph([this.range, ...sampled].join('. '));
    this.flow.table(
      [
        { head: say('part'), share: 0.6 },
        { head: `${say('interval')}, ${this.#unit}`, share: 0.4, isNumber: true },
      ],
      [
        { cells: [say('result'), this.#interval(lowCo2eKg, highCo2eKg)] },
        // Without it the ranges of the parts would not explain that of the result.
        ...(modelLogVariance === 0
          ? []
          : [{ cells: [say('modelRange'), this.#interval(co2eKg / model, co2eKg * model)] }]),
        ...sensitivities.map((each) => ({
          cells: [each.label, this.#interval(each.lowCo2eKg, each.highCo2eKg)],
        })),
      ],
    );
  }

  #quality(): void {
    const { dataQuality, primaryDataShare, warnings } = this.#facts;
    const { say, locale } = this.#words;
    const score = (value: number) => localized(significant(value, 2), locale);
    const { dqr, rating, technological, geographical, temporal, precision } = dataQuality;
    const parts = `TeR ${score(technological)}, GeR ${score(geographical)}, TiR ${score(temporal)}, P ${score(precision)}`;
    this.flow.heading('H2', say('dataQuality'));
    this.flow.table(
      [
        { head: '', share: 0.6 },
        { head: '', share: 0.4 },
      ],
      [
        { cells: [say('rating'), `${score(dqr)}, ${say(RATINGS[rating])} (${parts})`] },
        { cells: [say('primaryShare'), this.#percent(primaryDataShare)] },
        ...warnings.map((warning) => ({ cells: [say('warnings'), warning] })),
      ],
    );
  }

  #assumptions(): void {
    const { assumptions, otherAssumptionCount } = this.#facts;
    const { say, locale } = this.#words;
    if (assumptions.length === 0) return;
    // A whole number, such as a year, is not rounded.
    const shown = (value: number) => (Number.isInteger(value) ? String(value) : significant(value));
    const text = (value: string | number) =>
      typeof value === 'string' ? value : localized(shown(value), locale);
    const rows = assumptions.map(({ part, area, value, reason, source, share }) => ({
      cells: [
        part === '' && area !== null ? say(area) : part,
        text(value),
        reason,
        source,
        this.#percent(share),
      ],
    }));
    const rest = { cells: [this.#others(otherAssumptionCount), '', '', '', ''] };
    this.flow.heading('H2', say('assumptions'));
    this.flow.table(
      [
        { head: say('part'), share: 0.2 },
        { head: say('value'), share: 0.16 },
        { head: say('reason'), share: 0.32 },
        { head: say('source'), share: 0.22 },
        { head: say('share'), share: 0.1, isNumber: true },
      ],
      otherAssumptionCount === 0 ? rows : [...rows, rest],
    );
  }

  #gaps(): void {
    const { gaps } = this.#facts;
    const { say } = this.#words;
    this.flow.heading('H2', say('gaps'));
    this.flow.paragraph(say('leftOut'));
    if (gaps.length === 0) return;
    this.flow.table(
      [
        { head: say('part'), share: 0.35 },
        { head: say('reason'), share: 0.65 },
      ],
      gaps.map(({ part, phase, reason }) => {
        const whole = phase === null ? '' : say(phaseWord(phase));
        return { cells: [part || whole, reason] };
      }),
    );
  }

  #gases(): void {
    const { say } = this.#words;
    this.flow.heading('H2', say('gases'));
    this.flow.table(
      [
        { head: '', share: 0.6 },
        { head: this.#unit, share: 0.4, isNumber: true },
      ],
      gasRows(this.#facts.greenhouseGases, this.#words).map(([name, kg]) => ({
        cells: [name, kg === null ? say('notStated') : this.#mass(kg)],
      })),
    );
    this.flow.paragraph(carbonContent(this.#facts, this.#words));
  }

  #conclusions(): void {
    const { conclusions } = this.#facts;
    if (conclusions === null) return;
    this.flow.heading('H2', this.#words.say('conclusions'));
    this.flow.paragraph(conclusions);
  }

  #sources(): void {
    const { sets } = this.#facts;
    const { say } = this.#words;
    this.flow.heading('H2', say('sources'));
    this.flow.table(
      [
        { head: say('source'), share: 0.34 },
        { head: say('licence'), share: 0.66 },
      ],
      sets.map(({ title, licence, attribution, urls }) => ({
        cells: [title, [`${licence}.`, attribution, ...urls].join(' ')],
      })),
    );
    this.flow.paragraph(say('attached'));
  }

  #others(count: number): string {
    return this.#words.say('smallerOnes', { count: String(count) });
  }

  #amount(kg: number): string {
    return `${this.#mass(kg)} ${this.#unit}`;
  }

  #interval(low: number, high: number): string {
    return `${this.#mass(low)} – ${this.#mass(high)}`;
  }

  #percent(share: number): string {
    return percentText(share, this.#words.locale);
  }
}
