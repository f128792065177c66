import { t } from '../../language.ts';
import { inSentence, wordsOf } from '../texts/format.ts';

/** "Import of products"; an import that writes nothing is a check. */
export function jobTitle({
  direction,
  type,
  dryRun,
}: {
  readonly direction: string;
  readonly type: string;
  readonly dryRun: boolean;
}): string {
  return t('{action} of {type}', {
    action: dryRun ? t('Check') : wordsOf(direction),
    type: inSentence(wordsOf(type)),
  });
}
