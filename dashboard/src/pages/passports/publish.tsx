import { useQuery, useQueryClient } from '@tanstack/react-query';
import { request } from '../../api.ts';
import { graphql } from '../../graphql.ts';
import { rich, t } from '../../language.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { FailureNotice } from '../../parts/notice.tsx';
import { QueryView } from '../../parts/query-view.tsx';
import { usePlace } from '../../place.ts';
import { useTask } from '../../use-task.ts';
import { keyOf, type Passport } from './document.ts';

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
  const queries = useQueryClient();
  const input = { id, expectedVersion: version };
  const dryRun = useQuery({
    queryKey: [...keyOf(place, id), 'dry-run', version],
    queryFn: () => request(place, PUBLISH, { input: { ...input, dryRun: true } }),
    retry: false,
  });
  const publish = useTask(async (_: undefined) => {
    await request(place, PUBLISH, { input });
    await queries.invalidateQueries({ queryKey: keyOf(place, id) });
    onClose();
  });
  return (
    <Dialog title={t('Publish')} onCancel={onClose}>
      <div className="stack">
        <QueryView query={dryRun} purpose={t('Publication seals and signs a passport.')}>
          {({ publishDpp }) => {
            const problems = publishDpp?.problems ?? [];
            return (
              <>
                {problems.length === 0 ? (
                  <p>
                    {rich(
                      'Every check passed. Version 1 will be sealed, signed and public at {span}. Level, identifiers and schema are fixed from then on, and the passport cannot be deleted.',
                      { span: <span className="code">{uri}</span> },
                    )}
                  </p>
                ) : (
                  <>
                    <p>
                      {t(
                        '{count, plural, one {# problem keeps} other {# problems keep}} the passport from publication:',
                        {
                          count: problems.length,
                        },
                      )}
                    </p>
                    <ul className="list">
                      {problems.map(({ path, message }) => (
                        <li key={`${path} ${message}`}>
                          <span className="code">{path} </span>
                          <span lang="en">{message}</span>
                        </li>
                      ))}
                    </ul>
                  </>
                )}
                {publish.error !== undefined && <FailureNotice error={publish.error} />}
                <div className="dialog-foot">
                  <button type="button" onClick={onClose}>
                    {t('Cancel')}
                  </button>
                  <button
                    type="button"
                    className="main"
                    disabled={problems.length > 0 || publish.isRunning}
                    onClick={() => void publish.run(undefined)}
                  >
                    {t('Publish version 1')}
                  </button>
                </div>
              </>
            );
          }}
        </QueryView>
      </div>
    </Dialog>
  );
}
