const DEEPEST = 50;
const TOKEN = /\s*(\d+\.?\d*(?:[eE][-+]?\d+)?|\.\d+|[\p{L}_][\p{L}\p{N}_]*|[-+*/^()])/uy;

/**
 * The value of an expression of numbers, names, + - * / ^ and parentheses, as parameters of
 * inventories are written; undefined if it is none, or names something unknown.
 */
export function evaluate(
  expression: string,
  parameterOf: (name: string) => number | undefined,
): number | undefined {
  const tokens = tokensOf(expression);
  if (tokens === undefined) return undefined;
  let at = 0;
  const sum = (depth: number): number => {
    let value = product(depth);
    while (tokens[at] === '+' || tokens[at] === '-') {
      value += tokens[at++] === '+' ? product(depth) : -product(depth);
    }
    return value;
  };
  const product = (depth: number): number => {
    let value = power(depth);
    while (tokens[at] === '*' || tokens[at] === '/') {
      value = tokens[at++] === '*' ? value * power(depth) : value / power(depth);
    }
    return value;
  };
  const power = (depth: number): number => {
    const base = atom(depth);
    if (tokens[at] !== '^') return base;
    at += 1;
    return base ** power(depth + 1);
  };
  const atom = (depth: number): number => {
    const token = tokens[at++];
    if (token === undefined || depth > DEEPEST) return Number.NaN;
    if (token === '-') return -power(depth + 1);
    if (token === '(') {
      const value = sum(depth + 1);
      return tokens[at++] === ')' ? value : Number.NaN;
    }
    return /^[\d.]/.test(token) ? Number(token) : (parameterOf(token) ?? Number.NaN);
  };
  const value = sum(0);
  return at === tokens.length && Number.isFinite(value) ? value : undefined;
}

function tokensOf(expression: string): string[] | undefined {
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  const text = expression.trimEnd();
  while (TOKEN.lastIndex < text.length) {
    const token = TOKEN.exec(text)?.[1];
    if (token === undefined) return undefined;
    tokens.push(token);
  }
  return tokens;
}
