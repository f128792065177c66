/** 0,18 and 1.249,00. */
const DECIMAL_COMMA = /^[-+]?(?:\d+|\d{1,3}(?:\.\d{3})+),\d+(?:[eE][-+]?\d+)?$/;

/** A number with a decimal comma as one with a decimal point; any other text as it is. */
export function withDecimalPoint(text: string): string {
  const number = text.trim();
  return DECIMAL_COMMA.test(number) ? number.replaceAll('.', '').replace(',', '.') : text;
}
