import { isIP, type LookupFunction } from 'node:net';
import { isPublicAddress } from './address-rules.ts';
import type { Resolve } from './resolve.ts';

/** A host that webhooks may not reach. */
export class AddressRefused extends Error {}

/**
 * Resolves a host and refuses it when one of its addresses is not public; hosts of `allowed` may have any.
 */
export async function resolvePublic(
  host: string,
  resolve: Resolve,
  allowed: ReadonlySet<string>,
): Promise<readonly string[]> {
  const addresses = isIP(host) === 0 ? await resolve(host) : [host];
  const bad = allowed.has(host) ? undefined : addresses.find((each) => !isPublicAddress(each));
  if (bad !== undefined)
    throw new AddressRefused(`${host} resolves to ${bad}, which is not public.`);
  return addresses;
}

/**
 * The look-up that a connection uses: what it returns is what is connected to, so the addresses cannot
 * change between the check and the connection.
 */
export function guardedLookup(resolve: Resolve, allowed: ReadonlySet<string>): LookupFunction {
  return (host, options, callback) => {
    resolvePublic(host.replace(/\.$/, ''), resolve, allowed).then(
      (addresses) => {
        const found = addresses.map((address) => ({ address, family: isIP(address) }));
        const [first] = found;
        if (first === undefined) return callback(new Error(`${host} has no address.`), '', 0);
        if (options.all === true) callback(null, found);
        else callback(null, first.address, first.family);
      },
      (error) => callback(error, '', 0),
    );
  };
}
