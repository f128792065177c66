import type { ServerResponse } from 'node:http';
import { ApiError } from '../../rules/errors/api-error.ts';

const MOST_OF_TENANT = 16;
/** From this number of transfers under way on, a tenant may have only a few. */
const MANY = 64;
const FEW_OF_TENANT = 2;
const RETRY_AFTER_SECONDS = 5;

/**
 * Counts uploads and downloads under way. Each has up to half a megabyte in memory and an open file for as long as its
 * client takes, which may be hours.
 */
export class Transfers {
  readonly #byTenant = new Map<string, number>();
  #all = 0;

  /** Counts one until its response closes. Throws RATE_LIMITED if the organization has too many. */
  begin(organizationId: string, response: ServerResponse): void {
    const own = this.#byTenant.get(organizationId) ?? 0;
    const most = this.#all < MANY ? MOST_OF_TENANT : FEW_OF_TENANT;
    if (own >= most)
      throw new ApiError(
        'RATE_LIMITED',
        `${own} files of the organization are being sent or received; try again when one has ended.`,
        { retryAfterSeconds: RETRY_AFTER_SECONDS },
      );
    if (response.closed) return;
    this.#add(organizationId, 1);
    response.once('close', () => this.#add(organizationId, -1));
  }

  #add(organizationId: string, more: 1 | -1): void {
    const count = (this.#byTenant.get(organizationId) ?? 0) + more;
    if (count === 0) this.#byTenant.delete(organizationId);
    else this.#byTenant.set(organizationId, count);
    this.#all += more;
  }
}
