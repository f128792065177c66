import type { GraphQLSchema } from 'graphql';
import type { SharedCounts } from '../domains/limits/index.ts';
import type { Disk } from '../platform/disk.ts';

/** Settings of the caller that starts the service, apart from the operator's configuration. */
export type ServiceOptions = {
  /** A line for a person who waits. */
  readonly onProgress?: (line: string) => void;
  /** The service cannot go on (its database died). */
  readonly onFailure?: (error: Error) => void;
  /** In place of the disk of the data folder. */
  readonly disk?: Disk;
  /** In place of the schema of all domains. */
  readonly schema?: GraphQLSchema;
  /** Time for a database of DATABASE_URL that is away; a minute by default. */
  readonly waitForDatabaseMs?: number;
  /** False: the first calculation waits until its thread has loaded, which takes a second of CPU time. */
  readonly warmsUp?: boolean;
  /** The other processes of the service on this machine. */
  readonly siblings?: Siblings;
};

type Siblings = {
  /** The first process, at its first start. */
  readonly isFirst: boolean;
  readonly databaseUrl: string | undefined;
  readonly limits: SharedCounts;
  /** Metrics of all processes, given those of this one. */
  readonly allMetrics: (own: () => Promise<string>) => () => Promise<string>;
};

/** Values that the parts of a service are opened with; `resources` closes them in reverse order. */
export type Opening = {
  readonly resources: AsyncDisposableStack;
  readonly options: ServiceOptions;
};
