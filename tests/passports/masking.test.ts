import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fieldOfEvent } from '../../server/src/domains/epcis/vocabulary.ts';
import { dppSchemas, fieldsOf } from '../../server/src/domains/passports/content/schemas.ts';
import { markedContent, marksOf } from '../../server/src/domains/passports/content/testing.ts';
import type { Audience, FieldClass } from '../../server/src/domains/passports/model.ts';
import {
  type Case,
  eventFor,
  noProjectionLeaks,
  PROJECTIONS,
  WHOLE_PROJECTIONS,
  withSecretsChanged,
} from './masking.ts';

/** From the table of passport audiences, written out a second time: the test does not read the code's. */
const MAY_READ: Readonly<Record<Audience, readonly FieldClass[]>> = {
  PUBLIC: ['PUBLIC'],
  LEGITIMATE_INTEREST: ['PUBLIC', 'RESTRICTED', 'INDIVIDUAL'],
  AUTHORITY: ['PUBLIC', 'RESTRICTED', 'CONFORMITY'],
  OWNER: ['PUBLIC', 'RESTRICTED', 'CONFORMITY', 'INDIVIDUAL', 'INTERNAL'],
};
const AUDIENCES = ['PUBLIC', 'LEGITIMATE_INTEREST', 'AUTHORITY', 'OWNER'] as const;
const IS_WHOLE = new Set<string>(WHOLE_PROJECTIONS);

for (const schema of dppSchemas()) {
  const fields = fieldsOf(schema);
  const marks = marksOf(fields);
  const given: Case = {
    ...{ schema, status: 'PUBLISHED', granularity: 'ITEM' },
    content: markedContent(fields),
  };
  for (const [name, project] of Object.entries(PROJECTIONS))
    test(`${name} of ${schema.id} shows each audience exactly what it may see`, () => {
      // Its text for the owner, who sees everything, is the most that it shows to anybody.
      const most = project(given, 'OWNER');
      for (const audience of AUDIENCES) {
        const shown = project(given, audience);
        for (const { mark, path, class: fieldClass } of marks) {
          const isAllowed = MAY_READ[audience].includes(fieldClass);
          const expected = isAllowed && (IS_WHOLE.has(name) || most.includes(mark));
          assert.equal(shown.includes(mark), expected, `${audience}: ${path}`);
        }
      }
    });
}

for (const access of MAY_READ.OWNER)
  test(`an EPCIS event of the class ${access} shows each audience exactly what it may see`, () => {
    const fields = fieldOfEvent(access).fields;
    const event = { ...markedContent(fields), 'acme:note': 'mark-extension-end' };
    const marks = [
      ...marksOf(fields, '', access),
      { mark: 'mark-extension-end', path: 'acme:note', class: 'INTERNAL' } as const,
    ];
    assert.ok(marks.length > 50);
    for (const audience of AUDIENCES) {
      const shown = eventFor(event, access, audience);
      for (const { mark, path, class: fieldClass } of marks) {
        const isAllowed = MAY_READ[audience].includes(access);
        const expected = isAllowed && MAY_READ[audience].includes(fieldClass);
        assert.equal(shown.includes(mark), expected, `${audience}: ${path}`);
      }
    }
  });

test('the matrix has a field of every class, and each projection of content shows something', () => {
  const classes = new Set(
    dppSchemas().flatMap((schema) => marksOf(fieldsOf(schema)).map((mark) => mark.class)),
  );
  assert.deepEqual([...classes].toSorted(), MAY_READ.OWNER.toSorted());
  for (const [name, project] of Object.entries(PROJECTIONS)) {
    if (name === 'webhook') continue;
    const shown = dppSchemas().some((schema) => {
      const content = markedContent(fieldsOf(schema));
      const given: Case = { schema, status: 'PUBLISHED', granularity: 'ITEM', content };
      return project(given, 'PUBLIC').includes('mark-');
    });
    assert.ok(shown, name);
  }
});

test('a suspended and a revoked passport say nothing of their content below the header', () => {
  for (const schema of dppSchemas()) {
    const content = markedContent(fieldsOf(schema));
    for (const [status, allowed] of [
      ['SUSPENDED', /^(name|economicOperator\b)/],
      ['REVOKED', /^$/],
    ] as const)
      for (const [name, project] of Object.entries(PROJECTIONS)) {
        // The owner's own view, and what only the owner's organization reads.
        if (['GraphQL', 'webhook', 'search', 'registry record'].includes(name)) continue;
        const shown = project({ schema, status, granularity: 'ITEM', content }, 'AUTHORITY');
        for (const { mark, path } of marksOf(fieldsOf(schema)))
          if (!allowed.test(path)) assert.ok(!shown.includes(mark), `${name}: ${path}`);
      }
  }
});

test('the change of secrets reaches every withheld value and no other', () => {
  for (const schema of dppSchemas())
    for (const audience of AUDIENCES) {
      const fields = fieldsOf(schema);
      const content = markedContent(fields);
      const changed = JSON.stringify(withSecretsChanged(fields, content, audience, () => 'zz'));
      for (const { mark, path, class: fieldClass } of marksOf(fields))
        assert.equal(changed.includes(mark), MAY_READ[audience].includes(fieldClass), path);
    }
});

test('no projection depends on what its reader may not see', () => {
  noProjectionLeaks(15);
});
