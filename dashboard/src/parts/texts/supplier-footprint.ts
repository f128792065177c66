import { t } from '../../language.ts';
import { dayOf, figure, inSentence, wordsOf } from './format.ts';

/** A footprint of a supplier as people read it: rows of names and values, those that the document (PACT 3) has. */
export function supplierFacts(document: unknown): readonly (readonly [string, string])[] {
  const text = (value: unknown) => (typeof value === 'string' ? value : undefined);
  const pcf = partOf(document, 'pcf');
  const kg = text(partOf(pcf, 'pcfExcludingBiogenicUptake'));
  const amount = text(partOf(pcf, 'declaredUnitAmount'));
  const unit = text(partOf(pcf, 'declaredUnitOfMeasurement'));
  const until = text(partOf(document, 'validityPeriodEnd'));
  const rows: readonly (readonly [string, string | undefined])[] = [
    [t('Supplier'), text(partOf(document, 'companyName'))],
    [t('Product of the partner'), text(partOf(document, 'productNameCompany'))],
    [t('Footprint'), kg && `${figure(Number(kg))} kg CO2e`],
    [
      t('Declared unit'),
      amount && unit && `${amount} ${inSentence(wordsOf(unit.replaceAll(' ', '_')))}`,
    ],
    // A partner writes it: what is no date is shown as it is.
    [t('Valid until'), until && (Number.isNaN(Date.parse(until)) ? until : dayOf(until))],
  ];
  return rows.flatMap(([name, value]) => (value ? [[name, value] as const] : []));
}

function partOf(value: unknown, name: string): unknown {
  return Object.entries(Object(value)).find(([key]) => key === name)?.[1];
}
