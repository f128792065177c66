/**
 * JSON with one spelling (RFC 8785): keys in the order of their UTF-16 code units, numbers as
 * ECMAScript writes them, no spaces. Absent members are left out.
 */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value === 'object' && value !== null) return objectText(value);
  if (typeof value === 'number' && !Number.isFinite(value)) {
    throw new TypeError('JSON has no infinite and no undefined numbers.');
  }
  return JSON.stringify(value) ?? 'null';
}

function objectText(value: object): string {
  const members: string[] = [];
  for (const [key, member] of Object.entries(value).sort(byKey)) {
    if (member !== undefined) members.push(`${JSON.stringify(key)}:${canonicalJson(member)}`);
  }
  return `{${members.join(',')}}`;
}

function byKey([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return a < b ? -1 : 1;
}
