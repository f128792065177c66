import { useState } from 'react';
import { graphql } from '../../../api/graphql.ts';
import { usePlace } from '../../../api/place.ts';
import { type Place, request } from '../../../api/request.ts';
import { t } from '../../../language.ts';
import { ConfirmDialog } from '../../../parts/dialogs/confirm-dialog.tsx';
import { ChooserField } from '../../../parts/forms/chooser-field.tsx';
import { Field, SelectField } from '../../../parts/forms/field.tsx';
import { findPassports, passportLabel } from '../../../parts/forms/find-passports.ts';
import { choicesOf, labelled } from '../../../parts/texts/format.ts';
import { type Passport, titleOf } from '../document.ts';

const SUSPEND = graphql(`
  mutation SuspendPassport($input: SuspendDppInput!) { suspendDpp(input: $input) { dpp { id } } }
`);
const REVOKE = graphql(`
  mutation RevokePassport($input: RevokeDppInput!) { revokeDpp(input: $input) { dpp { id } } }
`);
const END = graphql(`
  mutation EndPassport($input: EndDppLifeInput!) { endDppLife(input: $input) { dpp { id } } }
`);
const ARCHIVE = graphql(`
  mutation ArchivePassport($input: ArchiveDppInput!) { archiveDpp(input: $input) { dpp { id } } }
`);
const DELETE = graphql(`
  mutation DeletePassport($input: DeleteDppInput!) { deleteDpp(input: $input) { deletedDppId } }
`);

export type Step = 'suspend' | 'end' | 'archive' | 'revoke' | 'delete';

type Facts = { readonly label: string; readonly isFinal: boolean; readonly meaning: string };

export const STEPS: Readonly<Record<Step, Facts>> = {
  suspend: {
    label: t('Suspend'),
    isFinal: false,
    meaning: t('Only identifiers, the operator and the reason are public until it is resumed.'),
  },
  end: {
    label: t('End of life'),
    isFinal: true,
    meaning: t(
      'The product came to its end. The passport stays readable; of a recycled battery it does not.',
    ),
  },
  archive: {
    label: t('Archive'),
    isFinal: true,
    meaning: t('The passport stays public and never changes again.'),
  },
  revoke: {
    label: t('Revoke'),
    isFinal: true,
    meaning: t(
      'The public address answers 410 for good, and the signed credential is marked revoked.',
    ),
  },
  delete: { label: t('Delete draft'), isFinal: true, meaning: t('The draft is deleted for good.') },
};

const FATES = ['RECYCLED', 'DESTROYED', 'EXPORTED', 'LOST', 'REPURPOSED'] as const;
type Fate = (typeof FATES)[number];

/** Asks for what a step needs, and for the typed name of the passport. */
export function StepDialog({
  step,
  passport,
  onClose,
  onDone,
}: {
  readonly step: Step;
  readonly passport: Passport;
  readonly onClose: () => void;
  readonly onDone: (step: Step) => Promise<void>;
}) {
  const place = usePlace();
  const [reason, setReason] = useState('');
  const [fate, setFate] = useState<Fate>('RECYCLED');
  const [successorId, setSuccessorId] = useState('');
  const name = titleOf(passport);
  const { label, meaning } = STEPS[step];
  const needsReason = step === 'suspend' || step === 'revoke';
  return (
    <ConfirmDialog
      title={labelled(label, name)}
      typed={name}
      action={label}
      onClose={onClose}
      onConfirm={async () => {
        await take(place, step, passport, { reason, fate, successorId });
        await onDone(step);
      }}
    >
      <p>{meaning}</p>
      {step === 'end' && (
        <SelectField
          label={t('Fate of the product')}
          value={fate}
          choices={choicesOf(FATES)}
          onChange={({ target }) => setFate(FATES.find((each) => each === target.value) ?? fate)}
        />
      )}
      {step === 'end' && fate === 'REPURPOSED' && (
        <SuccessorField passportId={passport.id} onChoice={setSuccessorId} />
      )}
      {(needsReason || step === 'end') && (
        <Field
          label={t('Reason')}
          help={t('It is public.')}
          required={needsReason}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
        />
      )}
    </ConfirmDialog>
  );
}

/** The passport of what the product became. */
function SuccessorField({
  passportId,
  onChoice,
}: {
  readonly passportId: string;
  readonly onChoice: (id: string) => void;
}) {
  const place = usePlace();
  return (
    <ChooserField
      label={t('Passport of the new product')}
      findLabel={t('Find the passport')}
      findHint={t('Name, GTIN, serial number')}
      kind="passports"
      required
      onChoice={onChoice}
      find={async (text) => {
        const { found, hasMore } = await findPassports(place, text);
        const others = found.filter(({ id }) => id !== passportId);
        return { hasMore, found: others.map((each) => [each.id, passportLabel(each)]) };
      }}
    />
  );
}

type Answers = { readonly reason: string; readonly fate: Fate; readonly successorId: string };

function take(
  place: Place,
  step: Step,
  { id, version }: Passport,
  { reason, fate, successorId }: Answers,
): Promise<unknown> {
  const input = { id, expectedVersion: version };
  switch (step) {
    case 'suspend':
      return request(place, SUSPEND, { input: { ...input, reason } });
    case 'revoke':
      return request(place, REVOKE, { input: { ...input, reason } });
    case 'archive':
      return request(place, ARCHIVE, { input });
    case 'delete':
      return request(place, DELETE, { input });
    case 'end': {
      const ending = { ...input, fate, reason: reason === '' ? null : reason };
      const repurposed = fate === 'REPURPOSED' ? { successorId } : {};
      return request(place, END, { input: { ...ending, ...repurposed } });
    }
  }
}
