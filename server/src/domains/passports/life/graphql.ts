import { sql } from 'kysely';
import { access } from '../../../graphql/access.ts';
import { builder } from '../../../graphql/builder.ts';
import { exposed, field, nullable } from '../../../graphql/fields.ts';
import { checkedBy } from '../../../graphql/further-problems.ts';
import { inputArg, targetFields, targetInput } from '../../../graphql/input-fields.ts';
import { mutation } from '../../../graphql/mutation.ts';
import { payloadOf, payloadWith } from '../../../graphql/payload.ts';
import { objectField, shortField, targetOf } from '../../../graphql/reference.ts';
import type { Context } from '../../../rules/context.ts';
import { ApiError, type Problem } from '../../../rules/errors/api-error.ts';
import type { Work } from '../../../rules/mutations/work.ts';
import { contentInputs } from '../content/graphql.ts';
import { FateEnum } from '../enums.ts';
import { DppRef } from '../graphql.ts';
import type { Dpp } from '../model.ts';
import { namedDpp, WRITE } from '../mutations-graphql.ts';
import { dppReference } from '../queries-graphql.ts';
import { endProblems } from '../service.ts';
import { amendDpp, publishDpp, reasonProblems } from './publish.ts';
import { changeStatus, endDppLife } from './service.ts';

type PublishProblem = { readonly path: string; readonly code: string; readonly message: string };

const PublishProblemRef = builder.objectRef<PublishProblem>('DppPublishProblem').implement({
  description: 'A reason why a passport cannot be published.',
  fields: (t) =>
    exposed(t, {
      path: field('String', 'Path of the field, such as facility.country.'),
      code: field('String', 'Code of the problem, as in `extensions.problems`.'),
      message: field('String', 'The rule that is not met.'),
    }),
});

type Published = { readonly dpp: Dpp; readonly problems: readonly PublishProblem[] };

const PublishPayload = payloadWith<Published>('publishDpp', (t) =>
  exposed(t, {
    dpp: nullable(DppRef, 'The passport; as it would be for a dry run.'),
    problems: field(
      [PublishProblemRef],
      'Everything that keeps a dry run from publication; empty if it would be published. Without `dryRun`, problems are errors.',
      { size: 5 },
    ),
  }),
);

const PublishInput = builder.inputType('PublishDppInput', {
  description: 'The draft to publish.',
  fields: (t) => ({
    ...targetFields(t, 'passport'),
    dryRun: t.boolean({
      description: 'True runs every check and signs, reports all problems, and changes nothing.',
    }),
  }),
});

const AmendInput = builder.inputType('AmendDppInput', {
  description:
    'A new version of a published passport; an absent field keeps its value, null removes it. Level, identifiers and schema never change.',
  fields: (t) => ({
    ...targetFields(t, 'passport'),
    reason: t.string({
      required: true,
      description: 'Reason of the amendment; it is public.',
      extensions: checkedBy(reasonProblems),
    }),
    validUntil: t.field({
      type: 'DateTime',
      description: 'End of the validity of the credential; that of the version before by default.',
      extensions: checkedBy(endProblems),
    }),
    refreshFootprint: t.boolean({
      description:
        'True freezes the present footprint of the product into the new version; refused if the product has none.',
    }),
    ...contentInputs(t),
  }),
});

const reasonedInput = (name: string, description: string) =>
  builder.inputType(name, {
    description,
    fields: (t) => ({
      ...targetFields(t, 'passport'),
      reason: t.string({
        required: true,
        description: 'Reason; it is public.',
        extensions: checkedBy(reasonProblems),
      }),
    }),
  });

const SuspendInput = reasonedInput('SuspendDppInput', 'The passport to suspend.');
const RevokeInput = reasonedInput('RevokeDppInput', 'The passport to revoke.');
const ResumeInput = targetInput('ResumeDppInput', 'passport', 'The passport to resume.');
const ArchiveInput = targetInput('ArchiveDppInput', 'passport', 'The passport to archive.');

const EndInput = builder.inputType('EndDppLifeInput', {
  description: 'A passport whose product came to its end.',
  fields: (t) => ({
    ...targetFields(t, 'passport'),
    fate: t.field({ type: FateEnum, required: true, description: 'Fate of the product.' }),
    reason: t.string({
      description: 'Reason; it is public.',
      extensions: checkedBy(reasonProblems),
    }),
    successor: objectField(t, 'Passport of the product that a REPURPOSED one became.'),
    successorId: shortField(t, 'successor'),
  }),
});

const payload = (mutation: string) =>
  payloadOf(mutation, 'dpp', DppRef, 'The passport after the change.');

builder.mutationFields((t) => ({
  publishDpp: t.field({
    type: PublishPayload,
    description:
      'Publishes a draft: seals and signs its first version. All missing fields are reported in one response, with their paths in the passport.',
    extensions: access({ ...WRITE, cost: 20 }),
    args: inputArg(PublishInput, 'Draft to publish.'),
    resolve: mutation((work, input, context) =>
      input.dryRun === true
        ? dryRun(work, context, input)
        : publish(work, context, input).then((dpp) => ({ dpp, problems: [] })),
    ),
  }),
  amendDpp: t.field({
    type: payload('amendDpp'),
    description:
      'Creates the next version of a published passport; the previous version stays readable. If nothing changes, no version is created.',
    extensions: access({ ...WRITE, cost: 20 }),
    args: inputArg(AmendInput, 'Passport and changes.'),
    resolve: mutation(async (work, input, context) => {
      const { reason, validUntil, refreshFootprint: refresh } = input;
      const change = { validUntil, refresh, content: { ...input } };
      const signing = { ...work, trust: context.services.trust };
      return { dpp: await amendDpp(signing, targetOf(dppReference, input), reason, change) };
    }),
  }),
  suspendDpp: t.field({
    type: payload('suspendDpp'),
    description: 'Suspends a published passport: only its header is public until it is resumed.',
    extensions: access({ ...WRITE, freesRoom: true }),
    args: inputArg(SuspendInput, 'Passport to suspend, with the reason.'),
    resolve: mutation(async (work, input) => ({
      dpp: await changeStatus(work, targetOf(dppReference, input), 'SUSPENDED', input.reason),
    })),
  }),
  resumeDpp: t.field({
    type: payload('resumeDpp'),
    description: 'Makes a suspended passport public again.',
    extensions: access(WRITE),
    args: inputArg(ResumeInput, 'Passport to resume.'),
    resolve: mutation(async (work, input) => ({
      dpp: await changeStatus(work, targetOf(dppReference, input), 'PUBLISHED', null),
    })),
  }),
  revokeDpp: t.field({
    type: payload('revokeDpp'),
    description: 'Revokes a passport permanently: its public address answers 410.',
    extensions: access({ ...WRITE, freesRoom: true }),
    args: inputArg(RevokeInput, 'Passport to revoke, with the reason.'),
    resolve: mutation(async (work, input) => ({
      dpp: await changeStatus(work, targetOf(dppReference, input), 'REVOKED', input.reason),
    })),
  }),
  endDppLife: t.field({
    type: payload('endDppLife'),
    description: 'Records the end of life of the product of a passport.',
    extensions: access({ ...WRITE, freesRoom: true }),
    args: inputArg(EndInput, 'Passport and fate.'),
    resolve: mutation(async (work, input) => {
      const { fate, reason = null, successorId, successor: object } = input;
      const successor = await namedDpp(work, 'successor', { id: successorId, object });
      return {
        dpp: await endDppLife(work, targetOf(dppReference, input), { fate, reason, successor }),
      };
    }),
  }),
  archiveDpp: t.field({
    type: payload('archiveDpp'),
    description: 'Archives a passport permanently: it stays public and never changes again.',
    extensions: access({ ...WRITE, freesRoom: true }),
    args: inputArg(ArchiveInput, 'Passport to archive.'),
    resolve: mutation(async (work, input) => ({
      dpp: await changeStatus(work, targetOf(dppReference, input), 'ARCHIVED', null),
    })),
  }),
}));

function publish(
  work: Work,
  { services }: Pick<Context, 'services'>,
  input: typeof PublishInput.$inferInput,
): Promise<Dpp> {
  return publishDpp({ ...work, trust: services.trust }, targetOf(dppReference, input));
}

/** The whole publication, signature included, which is then undone. */
async function dryRun(
  work: Work,
  context: Context,
  input: typeof PublishInput.$inferInput,
): Promise<Published> {
  await sql`savepoint dry_run`.execute(work.db);
  try {
    return { dpp: await publish(work, context, input), problems: [] };
  } catch (error) {
    if (!(error instanceof ApiError) || error.problems.length === 0) throw error;
    const current = await namedDpp(work, 'id', input);
    if (current === undefined) throw error;
    return { dpp: current, problems: error.problems.map(shown) };
  } finally {
    await sql`rollback to savepoint dry_run`.execute(work.db);
  }
}

function shown({ path, code, message }: Problem): PublishProblem {
  return { path: path.join('.'), code, message };
}
