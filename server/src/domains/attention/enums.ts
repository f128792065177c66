import { describedEnum } from '../../graphql/enums.ts';
import { ATTENTION_MEANINGS, type AttentionKind } from '../../rules/attention.ts';

export const AttentionKindEnum = describedEnum<AttentionKind>(
  'AttentionKind',
  'Kind of a matter that needs a person.',
  ATTENTION_MEANINGS,
);
