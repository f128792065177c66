import { useState } from 'react';
import { graphql } from '../../api/graphql.ts';
import { useAnswer } from '../../api/use-answer.ts';
import { t } from '../../language.ts';
import { Field, SelectField } from '../forms/field.tsx';
import { submit, textOf } from '../forms/form.ts';
import { TRANSPORT_METHODS } from '../forms/leg-cells.ts';
import { NumberField } from '../forms/number-field.tsx';
import { countryCode } from '../texts/country.ts';
import { decimalOf } from '../texts/decimal.ts';
import { inSentence, labelled, wordsOf } from '../texts/format.ts';
import {
  NUMERIC,
  OPERATIONS,
  type Operation,
  type OverrideInput,
  overrideInput,
  type Selector,
} from './override-input.ts';

const ELEMENTS = graphql(`
  query BillElements($id: ID!) {
    product(id: $id) {
      components { name material }
      packaging { name material level }
      processSteps { name process }
      transportLegs { method from to }
    }
  }
`);

const OPERATION_NAMES = Object.entries(OPERATIONS);
const isOperation = (name: string): name is Operation => name in OPERATIONS;

/** Selectors for subjects of many products: by a property, not by a place in one bill. */
const SELECTORS = {
  material: t('Material'),
  component: t('Name of an element'),
  country: t('Country (ISO code)'),
} as const;
const isSelector = (name: string): name is keyof typeof SELECTORS => name in SELECTORS;

type Chosen = { readonly select: Selector; readonly label: string };

/** States one change: the element, the operation and its value. */
export function OverrideForm({
  productId,
  action,
  currency,
  onAdd,
}: {
  /** Product whose elements are offered; null for a subject of many products. */
  readonly productId: string | null;
  readonly action: string;
  /** Currency of the costs of the scenario; undefined if no change has a cost yet. */
  readonly currency: string | undefined;
  readonly onAdd: (input: OverrideInput) => void;
}) {
  const [operation, setOperation] = useState<Operation>('setRecycledShare');
  const [problem, setProblem] = useState<string>();
  const elements = useElements(productId);
  const chosenIn = (form: FormData): Chosen => {
    const path = textOf(form, 'element');
    if (path !== undefined)
      return { select: { path }, label: elements.find(([value]) => value === path)?.[1] ?? path };
    const kind = textOf(form, 'selector') ?? '';
    const text = textOf(form, 'selected') ?? '';
    const key = isSelector(kind) ? kind : 'material';
    return { select: { [key]: key === 'country' ? countryCode(text) : text }, label: text };
  };
  const add = async (form: FormData) => {
    const { select, label } = chosenIn(form);
    const value = textOf(form, 'value') ?? '';
    const input = overrideInput(operation, select, value);
    setProblem(
      input === null
        ? t('Known modes: {modes}', { modes: TRANSPORT_METHODS.join(', ') })
        : undefined,
    );
    if (input === null) return;
    const name = labelled(label, `${inSentence(OPERATIONS[operation])} ${value}`.trim());
    const amount = decimalOf(textOf(form, 'cost') ?? '');
    const currencyCode = textOf(form, 'currency')?.toUpperCase();
    const cost = amount && currencyCode ? { amount, currencyCode } : undefined;
    onAdd({ ...input, name, ...(cost && { cost }) });
  };
  return (
    <form className="stack" onSubmit={(event) => submit(event, add)}>
      <div className="cells">
        {productId === null ? (
          <>
            <SelectField
              label={t('Elements by')}
              name="selector"
              choices={Object.entries(SELECTORS)}
              help={t('The change applies to all that match.')}
            />
            <Field label={t('Which')} name="selected" required placeholder={t('cotton, IN …')} />
          </>
        ) : (
          <SelectField label={t('Element')} name="element" choices={elements} />
        )}
        <SelectField
          label={t('Change')}
          name="operation"
          value={operation}
          choices={OPERATION_NAMES}
          onChange={({ target }) => isOperation(target.value) && setOperation(target.value)}
        />
        {NUMERIC.has(operation) ? (
          <NumberField label={t('Value')} name="value" required />
        ) : (
          operation !== 'remove' && (
            <Field label={t('Value')} name="value" required problem={problem} />
          )
        )}
        <NumberField
          label={t('Cost per unit')}
          name="cost"
          help={t('Negative if the change saves money.')}
        />
        <Field
          key={currency}
          label={t('Currency of the cost')}
          name="currency"
          defaultValue={currency ?? 'EUR'}
          pattern="[A-Za-z]{3}"
          title={t('The code of a currency, such as EUR')}
        />
      </div>
      <p>
        <button type="submit">{action}</button>
      </p>
    </form>
  );
}

/** Elements of a product's bill, as paths with their names. */
function useElements(productId: string | null): readonly (readonly [string, string])[] {
  const { data } = useAnswer(ELEMENTS, { id: productId ?? '' }, { enabled: productId !== null });
  const product = data?.product;
  if (product == null) return [];
  return [
    ...product.components.map(({ name, material }, at) =>
      element('components', at, name ?? material ?? t('Component')),
    ),
    ...product.packaging.map(({ name, material, level }, at) =>
      element(
        'packaging',
        at,
        `${t('Packaging')} (${inSentence(wordsOf(level))}), ${name ?? material ?? ''}`,
      ),
    ),
    ...product.processSteps.map(({ name, process }, at) =>
      element('processSteps', at, name ?? (process == null ? t('Process step') : wordsOf(process))),
    ),
    ...product.transportLegs.map(({ method, from, to }, at) =>
      element('transportLegs', at, `${wordsOf(method)} ${from ?? ''} – ${to ?? ''}`),
    ),
  ];
}

function element(list: string, at: number, label: string): readonly [string, string] {
  return [`${list}.${at}`, label];
}
