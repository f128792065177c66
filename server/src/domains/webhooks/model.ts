/** A fact, written in the transaction that caused it. */
export type Event = {
  readonly id: string;
  /** Place in the log. */
  readonly position: number;
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly createdAt: Date;
};
