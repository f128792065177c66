import { graphql } from '../../../api/graphql.ts';
import { usePlace } from '../../../api/place.ts';
import { request } from '../../../api/request.ts';
import { useAnswer } from '../../../api/use-answer.ts';
import { useChange } from '../../../api/use-change.ts';
import { rich, t } from '../../../language.ts';
import { FormDialog } from '../../../parts/dialogs/form-dialog.tsx';
import { QueryView } from '../../../parts/page/query-view.tsx';
import { ServiceText } from '../../../parts/service-text/service-text.tsx';
import type { Passport } from '../document.ts';

const PUBLISH = graphql(`
  mutation PublishPassport($input: PublishDppInput!) {
    publishDpp(input: $input) { dpp { id } problems { path code message } }
  }
`);

/** Shows the dry run of a publication first: everything that is missing, or what will be public. */
export function PublishDialog({
  passport: { id, version, uri },
  onClose,
}: {
  readonly passport: Passport;
  readonly onClose: () => void;
}) {
  const place = usePlace();
  const input = { id, expectedVersion: version };
  const dryRun = useAnswer(PUBLISH, { input: { ...input, dryRun: true } }, { retry: false });
  const task = useChange(async (_: FormData) => {
    await request(place, PUBLISH, { input });
  }, onClose);
  return (
    <FormDialog
      title={t('Publish')}
      action={t('Publish version 1')}
      task={task}
      isDisabled={dryRun.data?.publishDpp?.problems.length !== 0}
      onClose={onClose}
    >
      <QueryView query={dryRun} purpose={t('Publication seals and signs a passport.')}>
        {({ publishDpp }) => <Outcome uri={uri} problems={publishDpp?.problems ?? []} />}
      </QueryView>
    </FormDialog>
  );
}

function Outcome({
  uri,
  problems,
}: {
  readonly uri: string;
  readonly problems: readonly { readonly path: string; readonly message: string }[];
}) {
  if (problems.length === 0)
    return (
      <p>
        {rich(
          'Every check passed. Version 1 will be sealed, signed and public at {span}. Level, identifiers and schema are fixed from then on, and the passport cannot be deleted.',
          { span: <span className="code">{uri}</span> },
        )}
      </p>
    );
  return (
    <>
      <p>
        {t(
          '{count, plural, one {# problem keeps} other {# problems keep}} the passport from publication:',
          { count: problems.length },
        )}
      </p>
      <ul className="list">
        {problems.map(({ path, message }) => (
          <li key={`${path} ${message}`}>
            <span className="code">{path} </span>
            <ServiceText>{message}</ServiceText>
          </li>
        ))}
      </ul>
    </>
  );
}
