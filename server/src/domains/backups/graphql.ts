import { builder } from '../../graphql/builder.ts';
import { exposed, field, nullable } from '../../graphql/fields.ts';
import { defineLoaderBy } from '../../graphql/loader.ts';
import {
  backupProvidersIn,
  backupUrlOf,
  contentOf,
  DppRef,
  passportUrl,
  ResponsiblePartyRef,
} from '../passports/index.ts';
import { RPO_SECONDS } from './model.ts';
import { findReplications, type Replication } from './replication-store.ts';

declare module '../../rules/context.ts' {
  interface Services {
    /** Address of the second operator that serves the back-up; undefined without one. */
    readonly passportBackupUrl: string | undefined;
  }
}

const replicationOf = defineLoaderBy(findReplications, ({ dppId }) => dppId);

type Backup = Pick<Replication, 'replicatedAt' | 'waitingSince' | 'failure'> & {
  readonly dppId: string;
  readonly url: string;
};

const BackupRef = builder.objectRef<Backup>('DppBackup').implement({
  description: 'State of the back-up of a passport at the second operator.',
  fields: (t) => ({
    provider: t.field({
      type: ResponsiblePartyRef,
      nullable: true,
      description:
        'Back-up provider that the content names, the first of `responsibleParties` with the role BACKUP_PROVIDER; null if it names none.',
      resolve: async ({ dppId }, _args, context) =>
        backupProvidersIn(await contentOf(context, dppId))[0],
    }),
    ...exposed(t, {
      url: field('URL', 'Address of the passport there.'),
      waitingSince: nullable(
        'DateTime',
        'Time of the oldest change that was not delivered yet, which the loss of this service would lose; null if the back-up is current.',
      ),
    }),
    lastReplicatedAt: t.expose('replicatedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Time of the last delivery; null before the first.',
    }),
    rpoSeconds: t.int({
      description:
        'Recovery point objective, in seconds: the longest pause between two attempts to deliver a change. A `waitingSince` that is older says that the second operator takes no packages, or that more changes wait than it takes in this time.',
      resolve: () => RPO_SECONDS,
    }),
    lastFailure: t.exposeString('failure', {
      nullable: true,
      description: 'Reason why the last delivery failed; null if it did not. It is repeated.',
    }),
  }),
});

builder.objectField(DppRef, 'backup', (t) =>
  t.field({
    type: BackupRef,
    nullable: true,
    description:
      'Back-up at a second operator; null for a draft, in the sandbox, and if the service has no second operator.',
    resolve: async (dpp, _args, context) => {
      const { scope, services } = context;
      const { passportBackupUrl, publicUrls } = services;
      if (passportBackupUrl === undefined || scope.environment === 'SANDBOX') return null;
      const found = await replicationOf(context, dpp.id);
      if (found === undefined) return null;
      const url = backupUrlOf(passportBackupUrl, passportUrl(publicUrls, { ...dpp, scope }));
      return { ...found, url };
    },
  }),
);
