import type { ReactNode } from 'react';
import { ServiceText } from '../service-text/service-text.tsx';

/** The messages of problems, which the service writes in English; `children` if there are none. */
export function Reasons({
  problems,
  children,
}: {
  /** Problems as the API gives them in JSON. */
  readonly problems: unknown;
  readonly children?: ReactNode;
}) {
  const messages = Array.isArray(problems) ? problems.map(({ message }) => String(message)) : [];
  if (messages.length === 0) return children;
  return (
    <ul className="list">
      {messages.map((message) => (
        <li key={message}>
          <ServiceText>{message}</ServiceText>
        </li>
      ))}
    </ul>
  );
}
