import type { XmlElement } from './xml.ts';

/** ecoinvent's own shortnames: countries as they are, the rest of the world as the globe. */
export function geographyOf(shortname: string): string {
  if (shortname === '' || shortname === 'RoW' || shortname === 'GLO') return 'GLO';
  if (shortname === 'RER') return 'region:europe';
  if (shortname === 'RNA') return 'region:north-america';
  if (/^[A-Z]{2}(-[A-Za-z0-9]+)?$/.test(shortname)) return shortname;
  return `region:${shortname
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 40)}`;
}

export function attributeOf(element: XmlElement | undefined, name: string): string {
  return element?.attributes[name] ?? '';
}

export function numberOf(element: XmlElement | undefined, name: string): number {
  const text = attributeOf(element, name).trim();
  return text === '' ? Number.NaN : Number(text);
}
