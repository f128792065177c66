import { keepPreviousData } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { graphql } from '../../../api/graphql.ts';
import { usePlace } from '../../../api/place.ts';
import { request } from '../../../api/request.ts';
import { useAnswer } from '../../../api/use-answer.ts';
import { useTask } from '../../../api/use-task.ts';
import { language, t } from '../../../language.ts';
import { FormDialog } from '../../../parts/dialogs/form-dialog.tsx';
import { Field } from '../../../parts/forms/field.tsx';
import { textOf } from '../../../parts/forms/form.ts';
import { countOf } from '../../../parts/lists/list.tsx';
import { QueryView } from '../../../parts/page/query-view.tsx';
import { given } from '../../../search.ts';
import { PRODUCTS, SCHEMAS } from '../document.ts';
import { SchemaFields } from './schema-fields.tsx';

const DRAFTS = graphql(`
  query CountDrafts($filter: DPPFilter) {
    dpps(filter: $filter, first: 1) { totalCount totalCountIsExact }
  }
`);
const GENERATE_MANY = graphql(`
  mutation MakePassports($input: GenerateDppsInput!) { generateDpps(input: $input) { job { id } } }
`);
const PUBLISH_MANY = graphql(`
  mutation PublishPassports($input: PublishDppsInput!) { publishDpps(input: $input) { job { id } } }
`);

/** Drafts the passports of the models of many products, as a job. */
export function MakeMany({ onClose }: { readonly onClose: () => void }) {
  const place = usePlace();
  const showJob = useShowJob();
  const [schemaId, setSchemaId] = useState('generic');
  const [text, setText] = useState('');
  const filter = text === '' ? {} : { text };
  const schemas = useAnswer(SCHEMAS, {});
  const products = useAnswer(PRODUCTS, { filter }, { placeholderData: keepPreviousData });
  const task = useTask(async (form: FormData) => {
    const category = textOf(form, 'category') ?? null;
    const input = { filter, schema: schemaId, category };
    const { generateDpps } = await request(place, GENERATE_MANY, { input });
    showJob(generateDpps?.job?.id);
  });
  const count = products.data?.products?.totalCount ?? 0;
  return (
    <FormDialog
      title={t('Make drafts of many products')}
      action={t('Make drafts')}
      task={task}
      isDisabled={count === 0}
      onClose={onClose}
    >
      <QueryView query={schemas} purpose={t('A passport follows the schema of a product group.')}>
        {({ dppSchemas }) => (
          <>
            <Field
              label={t('Only products with this text')}
              type="search"
              value={text}
              onChange={({ target }) => setText(target.value)}
              help={t('Empty for all that are not archived.')}
            />
            <SchemaFields schemas={dppSchemas ?? []} schemaId={schemaId} onChange={setSchemaId} />
            <p role="status">
              {t(
                '{count, plural, one {# product} other {# products}}. Those that have a passport already are left out.',
                { count },
              )}
            </p>
          </>
        )}
      </QueryView>
    </FormDialog>
  );
}

type Drafts = {
  readonly schema: string | undefined;
  readonly productId: string | undefined;
};

/** Publishes the drafts of the list, by its product group and product, as a job. */
export function PublishMany({
  drafts: { schema, productId },
  onClose,
}: {
  readonly drafts: Drafts;
  readonly onClose: () => void;
}) {
  const place = usePlace();
  const showJob = useShowJob();
  const filter = given({ schema, productId });
  const query = useAnswer(DRAFTS, { filter: { ...filter, status: ['DRAFT'] } });
  const task = useTask(async (_: FormData) => {
    const { publishDpps } = await request(place, PUBLISH_MANY, { input: filter });
    showJob(publishDpps?.job?.id);
  });
  const count = query.data?.dpps?.totalCount ?? 0;
  return (
    <FormDialog
      title={t('Publish drafts')}
      action={t('Publish {count, plural, one {# draft} other {# drafts}}', { count })}
      task={task}
      isDisabled={count === 0}
      onClose={onClose}
    >
      <QueryView query={query} purpose={t('Publication seals and signs passports.')}>
        {({ dpps }) => {
          const scope = [
            schema === undefined ? undefined : t('the product group {schema}', { schema }),
            productId === undefined ? undefined : t('one product'),
          ].filter((each) => each !== undefined);
          return (
            <>
              <p>
                {scope.length === 0
                  ? countOf(dpps, drafts)
                  : t('{drafts} of {scope}', {
                      drafts: countOf(dpps, drafts),
                      scope: new Intl.ListFormat(language).format(scope),
                    })}
                .
              </p>
              <p>
                {t(
                  'Each that passes every check is sealed, signed and public, and cannot be deleted. Drafts that lack something stay drafts; the result names what they lack.',
                )}
              </p>
            </>
          );
        }}
      </QueryView>
    </FormDialog>
  );
}

function useShowJob() {
  const place = usePlace();
  const navigate = useNavigate();
  return (id: string | undefined) => {
    if (id === undefined) return;
    void navigate({
      to: '/app/$organization/$world/passports/jobs/$id',
      params: { ...place, id },
    });
  };
}

function drafts(count: number): string {
  return t('{count, plural, one {# draft} other {# drafts}}', { count });
}
