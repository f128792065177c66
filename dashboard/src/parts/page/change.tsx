import { ArrowDown, ArrowUp, Equal } from 'lucide-react';
import { t } from '../../language.ts';
import { figure, share as shareText } from '../texts/format.ts';

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
      ? ([ArrowDown, 'better', t('less')] as const)
      : difference > 0
        ? ([ArrowUp, 'worse', t('more')] as const)
        : ([Equal, '', t('the same')] as const);
  const sign = difference < 0 ? '−' : '+';
  return (
    <span className={`change ${tone}`}>
      <Icon size={16} strokeWidth={1.8} aria-hidden />
      {difference === 0
        ? t('the same')
        : `${sign}${figure(Math.abs(difference))} ${unit}${
            share == null ? '' : `, ${shareText(Math.abs(share))} ${word}`
          }`}
    </span>
  );
}
