/** The messages of problems, which the API gives as JSON; undefined if there are none. */
export function messagesOf(problems: unknown): string | undefined {
  if (!Array.isArray(problems)) return undefined;
  return problems.map(({ message }) => String(message)).join(' ');
}
