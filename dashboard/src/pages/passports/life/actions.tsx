import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { graphql } from '../../../api/graphql.ts';
import { usePlace } from '../../../api/place.ts';
import { request } from '../../../api/request.ts';
import { useChange, useReload } from '../../../api/use-change.ts';
import { t } from '../../../language.ts';
import { TaskFailure } from '../../../parts/page/notice.tsx';
import { mayDropUnsaved } from '../../../unsaved.ts';
import type { Passport } from '../document.ts';
import { PublishDialog } from './publish.tsx';
import { STEPS, type Step, StepDialog } from './step-dialog.tsx';

const RESUME = graphql(`
  mutation ResumePassport($input: ResumeDppInput!) { resumeDpp(input: $input) { dpp { id } } }
`);

/** The steps that each state allows, apart from publication and resumption. */
const ALLOWED: Readonly<Record<Passport['status'], readonly Step[]>> = {
  DRAFT: ['delete'],
  PUBLISHED: ['suspend', 'end', 'archive', 'revoke'],
  SUSPENDED: ['end', 'archive', 'revoke'],
  REVOKED: [],
  END_OF_LIFE: ['archive'],
  ARCHIVED: [],
};

/** The steps of life that the state of a passport allows. Those that are for good ask for a typed name. */
export function PassportActions({ passport }: { readonly passport: Passport }) {
  const place = usePlace();
  const reload = useReload();
  const navigate = useNavigate();
  const [asking, setAsking] = useState<Step | 'publish'>();
  const { id, status, version } = passport;
  const resume = useChange(async (_: undefined) => {
    await request(place, RESUME, { input: { id, expectedVersion: version } });
  });
  const ask = (step: Step | 'publish') => {
    if (mayDropUnsaved()) setAsking(step);
  };
  const close = () => setAsking(undefined);
  const done = async (step: Step) => {
    if (step === 'delete')
      await navigate({ to: '/app/$organization/$world/passports', params: place });
    await reload();
  };
  return (
    <>
      {status === 'DRAFT' && (
        <button type="button" className="main" onClick={() => ask('publish')}>
          {t('Publish …')}
        </button>
      )}
      {status === 'SUSPENDED' && (
        <button
          type="button"
          className="main"
          disabled={resume.isRunning}
          onClick={() => void resume.run(undefined)}
        >
          {t('Resume')}
        </button>
      )}
      {ALLOWED[status].map((step) => (
        <button
          key={step}
          type="button"
          className={STEPS[step].isFinal ? 'danger' : undefined}
          onClick={() => ask(step)}
        >
          {STEPS[step].label}
        </button>
      ))}
      <TaskFailure task={resume} />
      {asking === 'publish' && <PublishDialog passport={passport} onClose={close} />}
      {asking !== undefined && asking !== 'publish' && (
        <StepDialog step={asking} passport={passport} onClose={close} onDone={done} />
      )}
    </>
  );
}
