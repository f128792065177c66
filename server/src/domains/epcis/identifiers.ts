import { checkDigitOf } from '../../rules/gs1/check-digits.ts';
import { parseDigitalLink } from '../../rules/gs1/digital-link.ts';
import { identityOf } from '../passports/index.ts';

/** The product, batch or item that an identifier of EPCIS names; null for one of something else. */
export function identityOfEpc(epc: string): string | null {
  return /^https?:/i.test(epc) ? identityOfLink(epc) : identityOfUrn(epc);
}

/** Reason why an identifier is malformed; undefined if it is not. */
export function epcProblem(epc: string): string | undefined {
  if (epc.length > MOST_CHARACTERS)
    return `An identifier has at most ${MOST_CHARACTERS} characters.`;
  if (/^urn:[a-z0-9][a-z0-9-]{0,31}:\S+$/i.test(epc)) return urnProblem(epc);
  if (!/^https?:\/\/\S+$/i.test(epc) || !URL.canParse(epc))
    return 'An identifier is a GS1 Digital Link URI, another http or https URI, or a URN.';
  // An address with the key of a product claims to be a GS1 Digital Link.
  return /\/01\/\d/.test(new URL(epc).pathname) ? parseDigitalLink(epc).problem : undefined;
}

const MOST_CHARACTERS = 1_000;
const SGTIN = /^urn:epc:(?:id|idpat):sgtin:(\d{6,12})\.(\d{1,7})\.(.+)$/;
const LGTIN = /^urn:epc:class:lgtin:(\d{6,12})\.(\d{1,7})\.(.+)$/;

function identityOfLink(epc: string): string | null {
  const { link } = parseDigitalLink(epc);
  if (link?.key.ai !== '01') return null;
  const qualifier = (wanted: string) =>
    link.qualifiers.find(({ ai }) => ai === wanted)?.value ?? null;
  return identityOf({
    gtin: link.key.value,
    productId: null,
    batchNumber: qualifier('10'),
    serialNumber: qualifier('21'),
  });
}

function identityOfUrn(epc: string): string | null {
  const [, prefix = '', reference = '', last = ''] = SGTIN.exec(epc) ?? LGTIN.exec(epc) ?? [];
  if (prefix.length + reference.length !== 13) return null;
  // The indicator digit comes first in a GTIN, before the company prefix.
  const digits = `${reference.charAt(0)}${prefix}${reference.slice(1)}`;
  const gtin = `${digits}${checkDigitOf(digits)}`;
  const qualifier = epc.startsWith('urn:epc:class:') ? '10' : '21';
  // The last part is percent-encoded as in a Digital Link.
  return identityOfLink(
    `https://id.gs1.org/01/${gtin}${last === '*' ? '' : `/${qualifier}/${last}`}`,
  );
}

function urnProblem(epc: string): string | undefined {
  const isProduct = /^urn:epc:(?:id|idpat):sgtin:|^urn:epc:class:lgtin:/.test(epc);
  if (!isProduct || identityOfUrn(epc) !== null) return undefined;
  return 'The URN names no product: prefix and reference have 13 digits together, then the serial or lot follows.';
}
