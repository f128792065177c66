type Share = { running: number; readonly waiting: (() => void)[] };

/** Lets each tenant do a few things at a time; further ones wait, in order, and those of others do not. */
export class FairShare {
  readonly #most: number;
  readonly #shares = new Map<string, Share>();

  constructor(mostPerTenant: number) {
    this.#most = mostPerTenant;
  }

  async run<Result>(tenant: string, work: () => Promise<Result>): Promise<Result> {
    const share = this.#shares.get(tenant) ?? { running: 0, waiting: [] };
    this.#shares.set(tenant, share);
    if (share.running < this.#most) share.running += 1;
    else await new Promise<void>((enter) => share.waiting.push(enter));
    try {
      return await work();
    } finally {
      this.#leave(tenant, share);
    }
  }

  /** The next one has the place. */
  #leave(tenant: string, share: Share): void {
    const enter = share.waiting.shift();
    if (enter === undefined) share.running -= 1;
    else enter();
    if (share.running === 0) this.#shares.delete(tenant);
  }
}
