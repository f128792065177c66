/** A GTIN-13 with its check digit, below a company prefix that GS1 keeps for examples. */
export function gtinOf(number: number): string {
  const digits = `950600${String(number).padStart(6, '0')}`;
  const sum = [...digits].reduce(
    (all, digit, place) => all + Number(digit) * (place % 2 === 0 ? 1 : 3),
    0,
  );
  return `${digits}${(10 - (sum % 10)) % 10}`;
}
