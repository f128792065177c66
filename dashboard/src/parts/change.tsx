import { ArrowDown, ArrowUp, Equal } from 'lucide-react';
import { figure, share as shareText } from './format.ts';

/** A difference with sign, arrow and word: less is petrol, more is russet. */
export function Change({
  difference,
  share,
  unit = 'kg',
}: {
  readonly difference: number;
  readonly share?: number | null;
  readonly unit?: string;
}) {
  const [Icon, tone, word] =
    difference < 0
      ? ([ArrowDown, 'better', 'less'] as const)
      : difference > 0
        ? ([ArrowUp, 'worse', 'more'] as const)
        : ([Equal, '', 'the same'] as const);
  const sign = difference < 0 ? '−' : '+';
  return (
    <span className={`change ${tone}`}>
      <Icon size={16} strokeWidth={1.8} aria-hidden />
      {difference === 0
        ? 'the same'
        : `${sign}${figure(Math.abs(difference))} ${unit}${
            share == null ? '' : `, ${shareText(Math.abs(share))} ${word}`
          }`}
    </span>
  );
}
