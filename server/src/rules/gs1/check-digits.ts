/** GS1 General Specifications, section 7.9: weights 3 and 1 from the right, up to the next ten. */
export function checkDigitOf(digits: string): number {
  const sum = [...digits]
    .toReversed()
    .reduce((total, digit, at) => total + Number(digit) * (at % 2 === 0 ? 3 : 1), 0);
  return (10 - (sum % 10)) % 10;
}

/** The 82 characters of GS1 keys, in the order of their values. */
const CHARACTERS_82 =
  '!"%&\'()*+,-./0123456789:;<=>?ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz';
const CHECK_CHARACTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
/** Weights from the right. */
const PRIMES = [
  2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 73, 79, 83,
];

/** GS1 General Specifications, section 7.9.5: the pair of check characters of a Global Model Number. */
export function checkCharactersOf(text: string): string {
  const sum = [...text]
    .toReversed()
    .reduce(
      (total, character, at) => total + CHARACTERS_82.indexOf(character) * (PRIMES[at] ?? 0),
      0,
    );
  const value = sum % 1021;
  return `${CHECK_CHARACTERS.charAt(value >> 5)}${CHECK_CHARACTERS.charAt(value & 31)}`;
}
