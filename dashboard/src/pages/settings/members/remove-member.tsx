import { graphql } from '../../../api/graphql.ts';
import { usePlace } from '../../../api/place.ts';
import { request } from '../../../api/request.ts';
import { t } from '../../../language.ts';
import { ConfirmDialog } from '../../../parts/dialogs/confirm-dialog.tsx';
import type { Member } from './document.ts';

const REMOVE = graphql(`
  mutation Remove($input: RemoveMemberInput!) { removeMember(input: $input) { member { id } } }
`);

/** Asks before a member is removed. */
export function RemoveMember({
  member: { id, name },
  onClose,
}: {
  readonly member: Member;
  readonly onClose: () => void;
}) {
  const place = usePlace();
  return (
    <ConfirmDialog
      title={t('Remove {name}', { name })}
      typed={name}
      action={t('Remove member')}
      onClose={onClose}
      onConfirm={async () => {
        await request(place, REMOVE, { input: { id } });
      }}
    >
      <p>
        {t(
          'The next request of this person to the organization is refused. API keys and whatever else the person made stay.',
        )}
      </p>
    </ConfirmDialog>
  );
}
