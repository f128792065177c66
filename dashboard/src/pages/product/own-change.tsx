import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { request } from '../../api.ts';
import { graphql } from '../../graphql.ts';
import { Field, SelectField } from '../../parts/field.tsx';
import { submit, textOf } from '../../parts/form.ts';
import { wordsOf } from '../../parts/format.ts';
import { Panel } from '../../parts/panel.tsx';
import { usePlace } from '../../place.ts';
import {
  OPERATIONS,
  type Operation,
  type OverrideInput,
  overrideInput,
  TRANSPORT_METHODS,
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
const isOperation = (name: string | undefined): name is Operation =>
  name !== undefined && name in OPERATIONS;

/** A change that the person states, in place of a suggested one. */
export function OwnChange({
  productId,
  own,
  onChange,
}: {
  readonly productId: string;
  readonly own: readonly OverrideInput[];
  readonly onChange: (own: readonly OverrideInput[]) => void;
}) {
  const place = usePlace();
  const [operation, setOperation] = useState<Operation>('setRecycledShare');
  const [problem, setProblem] = useState<string>();
  const { data } = useQuery({
    queryKey: [place, 'bill-elements', productId],
    queryFn: () => request(place, ELEMENTS, { id: productId }),
  });
  const product = data?.product;
  if (product == null) return null;
  const elements = [
    ...product.components.map(({ name, material }, at) =>
      element('components', at, name ?? material ?? 'component'),
    ),
    ...product.packaging.map(({ name, material, level }, at) =>
      element('packaging', at, `${wordsOf(level)} packaging, ${name ?? material ?? ''}`),
    ),
    ...product.processSteps.map(({ name, process }, at) =>
      element('processSteps', at, name ?? wordsOf(process ?? 'process step')),
    ),
    ...product.transportLegs.map(({ method, from, to }, at) =>
      element('transportLegs', at, `${wordsOf(method)} ${from ?? ''} – ${to ?? ''}`),
    ),
  ];
  const add = async (form: FormData) => {
    const path = textOf(form, 'element') ?? '';
    const label = elements.find(([value]) => value === path)?.[1] ?? path;
    const value = textOf(form, 'value') ?? '';
    const input = overrideInput(operation, path, value);
    setProblem(input === null ? `Known modes: ${TRANSPORT_METHODS.join(', ')}` : undefined);
    if (input === null) return;
    const name = `${label}: ${OPERATIONS[operation].toLowerCase()} ${value}`.trim();
    onChange([...own, { ...input, name }]);
  };
  return (
    <Panel title="Your own change">
      <form className="row form-row" onSubmit={(event) => submit(event, add)}>
        <SelectField label="Element" name="element" choices={elements} />
        <SelectField
          label="Change"
          name="operation"
          value={operation}
          choices={OPERATION_NAMES}
          onChange={({ target }) => isOperation(target.value) && setOperation(target.value)}
        />
        {operation !== 'remove' && <Field label="Value" name="value" required problem={problem} />}
        <button type="submit">Add the change</button>
      </form>
      {own.length > 0 && (
        <ul className="list">
          {own.map(({ name }, index) => (
            <li key={index}>
              {name}{' '}
              <button
                type="button"
                className="plain"
                onClick={() => onChange(own.filter((_, at) => at !== index))}
              >
                Take back<span className="visually-hidden"> {name}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

function element(list: string, at: number, label: string): readonly [string, string] {
  return [`${list}.${at}`, label];
}
