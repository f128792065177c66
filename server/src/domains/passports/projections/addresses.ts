import { encodeId } from '../../../platform/ids.ts';
import type { Scope } from '../../../platform/scope.ts';
import { type DigitalLink, digitalLinkUri } from '../../../rules/gs1/digital-link.ts';
import type { PublicUrls } from '../../../rules/public-urls.ts';

/** The parts of a passport that its addresses are made of. */
type Addressed = {
  readonly scope: Scope;
  /** Addresses stay where they were first published: they are printed on products. */
  readonly originId: string | null;
  readonly id: string;
  readonly gtin: string | null;
  readonly batchNumber: string | null;
  readonly serialNumber: string | null;
};

/** Address of the public page of a passport. */
export function passportUrl(urls: PublicUrls, passport: Addressed): string {
  return `${rootOf(urls, passport)}/dpp/${encodeId('dpp', passport.id)}`;
}

/** Address of another passport of the same organization. */
export function passportUrlNextTo(url: string, otherId: string): string {
  return `${url.slice(0, url.lastIndexOf('/'))}/${encodeId('dpp', otherId)}`;
}

/** Address at a second operator of what has an address here: the same path. */
export function backupUrlOf(backupUrl: string, url: string): string {
  return `${backupUrl.replace(/(?<!\/)\/+$/, '')}${new URL(url).pathname}`;
}

function rootOf(urls: PublicUrls, { scope, originId }: Addressed): string {
  return urls.of({ ...scope, organizationId: originId ?? scope.organizationId });
}

/** The GS1 Digital Link of a passport's product; undefined if it has no GTIN. */
export function digitalLinkOf({
  gtin,
  batchNumber,
  serialNumber,
}: Addressed): DigitalLink | undefined {
  if (gtin === null) return undefined;
  const qualifiers = [
    ...(batchNumber === null ? [] : [{ ai: '10', value: batchNumber }]),
    ...(serialNumber === null ? [] : [{ ai: '21', value: serialNumber }]),
  ];
  return { key: { ai: '01', value: gtin }, qualifiers };
}

/**
 * Unique product identifier of a passport, the content of its data carrier: a GS1 Digital Link, or the
 * address of the passport if the product has no GTIN.
 */
export function productUri(urls: PublicUrls, passport: Addressed): string {
  const link = digitalLinkOf(passport);
  return link === undefined
    ? passportUrl(urls, passport)
    : digitalLinkUri(rootOf(urls, passport), link);
}
