import type { Scope } from '../platform/scope.ts';

declare module './context.ts' {
  interface Services {
    /** Addresses of the public pages of tenants. */
    readonly publicUrls: PublicUrls;
  }
}

/**
 * Addresses below which the public paths of a tenant are, without a slash at the end: the service's own
 * address, or the host that an organization has to itself. Those of the sandbox continue with `/sandbox`.
 */
export class PublicUrls {
  readonly #serviceUrl: () => string;
  readonly #organizationByHost: ReadonlyMap<string, string>;
  readonly #hostByOrganization: ReadonlyMap<string, string>;

  constructor(serviceUrl: () => string, organizationByHost: ReadonlyMap<string, string>) {
    this.#serviceUrl = serviceUrl;
    this.#organizationByHost = organizationByHost;
    this.#hostByOrganization = new Map(
      [...organizationByHost].map(([host, organizationId]) => [organizationId, host]),
    );
  }

  /** Address of the public paths of a tenant. */
  of({ organizationId, environment }: Scope): string {
    const host = this.#hostByOrganization.get(organizationId);
    const root = host === undefined ? this.#serviceUrl() : `https://${host}`;
    return environment === 'SANDBOX' ? `${root}/sandbox` : root;
  }

  /** True if the organization has a host to itself. */
  hasOwnHost(organizationId: string): boolean {
    return this.#hostByOrganization.has(organizationId);
  }

  /** The organization whose own host a request came to; undefined for the address of the service. */
  organizationOf(host: string | undefined): string | undefined {
    return host === undefined ? undefined : this.#organizationByHost.get(host.toLowerCase());
  }

  /** Address of the service itself. */
  get ofService(): string {
    return this.#serviceUrl();
  }
}
