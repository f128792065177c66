/** The messages of problems, which the API gives as JSON. */
export function messagesOf(problems: unknown): readonly string[] {
  return Array.isArray(problems) ? problems.map(({ message }) => String(message)) : [];
}
