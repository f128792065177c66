import { checkDigitOf } from '../../../rules/gs1/check-digits.ts';
import type { IdentifierScheme } from '../model.ts';

/** Reason why a text is not an identifier of the scheme; undefined if it is valid. */
export function identifierProblem(scheme: IdentifierScheme, text: string): string | undefined {
  return CHECKS[scheme](text);
}

const CHECKS: Readonly<Record<IdentifierScheme, (text: string) => string | undefined>> = {
  GTIN: (text) =>
    /^(\d{8}|\d{12,14})$/.test(text) && hasCheckDigit(text)
      ? undefined
      : `A GTIN has 8, 12, 13 or 14 digits with a valid check digit (got ${text}).`,
  GLN: (text) =>
    /^\d{13}$/.test(text) && hasCheckDigit(text)
      ? undefined
      : `A GLN has 13 digits with a valid check digit (got ${text}).`,
  CAS: casProblem,
  EC: ecProblem,
  HS: (text) =>
    /^(\d{6}|\d{8}|\d{10})$/.test(text) && Number(text.slice(0, 2)) >= 1 && !text.startsWith('77')
      ? undefined
      : `A commodity code has 6, 8 or 10 digits and begins with a chapter from 01 to 97 without 77 (got ${text}).`,
  EORI: (text) =>
    /^[A-Z]{2}[0-9A-Za-z]{1,15}$/.test(text)
      ? undefined
      : `An EORI number is a country code and up to 15 letters or digits (got ${text}).`,
  UNIT: (text) =>
    UNITS.has(text)
      ? undefined
      : `"${text}" is not a known code of UN/ECE Recommendation 20; use one such as KGM, KWH, MTR or C62.`,
};

function hasCheckDigit(digits: string): boolean {
  return checkDigitOf(digits.slice(0, -1)) === Number(digits.at(-1));
}

/** The last digit is the sum of the others, each times its place from the right, modulo 10. */
function casProblem(text: string): string | undefined {
  const wanted = `A CAS number is 2 to 7 digits, 2 digits and a check digit, such as 7440-48-4 (got ${text}).`;
  if (!/^[1-9]\d{1,6}-\d{2}-\d$/.test(text)) return wanted;
  const digits = text.replaceAll('-', '');
  const sum = [...digits.slice(0, -1)]
    .toReversed()
    .reduce((total, digit, at) => total + Number(digit) * (at + 1), 0);
  return sum % 10 === Number(digits.at(-1)) ? undefined : `${wanted} Its check digit is wrong.`;
}

/** The last digit is the sum of the others, each times its place from the left, modulo 11. */
function ecProblem(text: string): string | undefined {
  const wanted = `An EC number is 3, 3 and 1 digits, such as 231-158-0 (got ${text}).`;
  if (!/^\d{3}-\d{3}-\d$/.test(text)) return wanted;
  const digits = text.replaceAll('-', '');
  const sum = [...digits.slice(0, -1)].reduce(
    (total, digit, at) => total + Number(digit) * (at + 1),
    0,
  );
  return sum % 11 === Number(digits.at(-1)) ? undefined : `${wanted} Its check digit is wrong.`;
}

/** Common codes of UN/ECE Recommendation 20: mass, length, area, volume, time, energy, power, counts, ratios. */
const UNITS = new Set(
  `KGM GRM MGM TNE KTN LBR ONZ DTN CGM MC DT GM GL GO C41 A93 23 KMQ F27 GRO
   MTR CMT MMT KMT DMT INH FOT YRD SMI 4H C45 MTK CMK MMK KMK DMK HAR FTK INK ARE
   MTQ LTR MLT CLT DLT HLT DMQ CMQ MMQ K6 GLL OZA FTQ INQ MQH MQS
   SEC MIN HUR DAY WEE MON ANN C26 C47 B98
   JOU KJO 3B GV D30 KWH WHR MWH GWH TWH D32 BTU E14 K51 D60 KJK B42
   WTT KWT MAW GGW A90 D31 KVA VA KVR BHP A25
   VLT KVT 2Z D82 AMP 4K B84 AMH OHM B49 B75 KOH FAR C10 HTZ KHZ MHZ A86 SIE D10
   CEL FAH KEL D55 D33 LUX CDL LUM B60
   PAL KPA MPA GPA BAR MBR HBA C55 C65 NEW B47 NU B73 J65 KNT KMH MTS M/S MSK 2M
   C62 H87 EA PR DZN SET P1 59 61 GP GQ 19 D61 DD C81 RPM E37 LS NAR KT XBX XPK XPX XCT XPP
   AS 4L AD 2P 4N E34 E35 MBE A99 B10 E36 BQL CUR 2Q NTT T3 MIL CEN SC D5 E32 L71 KL W4`.split(
    /\s+/,
  ),
);
