import { describedEnum } from '../../graphql/enums.ts';
import type {
  Audience,
  DppJobKind,
  DppStatus,
  DppView,
  Fate,
  FieldClass,
  FieldType,
  FootprintState,
  GrantedAudience,
  GrantState,
  Granularity,
  JobLineOutcome,
  TransferState,
} from './model.ts';

export const GranularityEnum = describedEnum<Granularity>(
  'DppGranularity',
  'Level of a passport. It never changes after publication.',
  {
    MODEL: 'All pieces of a product.',
    BATCH: 'The pieces of one batch or lot.',
    ITEM: 'One piece, by its serial number.',
  },
);

export const DppStatusEnum = describedEnum<DppStatus>('DppStatus', 'State of a passport.', {
  DRAFT: 'Not public; edited freely and deletable.',
  PUBLISHED: 'Signed and public.',
  SUSPENDED: 'Only identifiers and the operator are shown, until it is resumed.',
  REVOKED: 'Withdrawn for good: the public address answers 410.',
  END_OF_LIFE: 'The product ended; the passport stays readable unless a battery was recycled.',
  ARCHIVED: 'Read-only and public, for good.',
});

export const FootprintStateEnum = describedEnum<FootprintState>(
  'DppFootprintState',
  'Footprint of a passport, compared with that of its product.',
  {
    CURRENT: 'The passport has the present footprint of the product.',
    OUTDATED:
      'The footprint of the product is another one by now; `refreshFootprint` of `updateDpp` or `amendDpp` takes it over.',
    NOT_TAKEN:
      'The passport has no footprint although the product has one; `refreshFootprint` takes it over.',
    NOT_CALCULATED:
      'Neither has a footprint: calculate it by `calculateProductFootprint` with `asProductFootprint: true`, then take it over by `refreshFootprint`.',
  },
);

export type Disclosure = DppView['extent'] | 'NONE';

export const DisclosureEnum = describedEnum<Disclosure>(
  'DppDisclosure',
  'Part of a passport that its public address shows.',
  {
    NONE: 'Nothing: a draft has no public address yet.',
    FULL: 'The content, by the class of each field.',
    HEADER: 'Identifiers, name and operator: the passport is suspended.',
    TOMBSTONE:
      'Only that the passport was there (410): it was revoked, or its battery was recycled.',
  },
);

export const FateEnum = describedEnum<Fate>('DppFate', 'Fate of a product whose passport ended.', {
  RECYCLED: 'It was recycled.',
  DESTROYED: 'It was destroyed.',
  EXPORTED: 'It left the market of the regulation.',
  LOST: 'It was lost or stolen.',
  REPURPOSED: 'It became another product, whose passport is the successor.',
});

export const FieldClassEnum = describedEnum<FieldClass>(
  'DppFieldClass',
  'Class of access of a field of a passport.',
  {
    PUBLIC: 'For everybody, without a key.',
    RESTRICTED: 'For holders of a legitimate interest and authorities, such as dismantling data.',
    CONFORMITY: 'For authorities, such as test reports.',
    INDIVIDUAL: 'For holders of a legitimate interest, such as the use history of one item.',
    INTERNAL: 'For the organization only; the class of every field that no schema describes.',
  },
);

export const AudienceEnum = describedEnum<Audience>('DppAudience', 'Reader of a passport.', {
  PUBLIC: 'Everybody, without a key.',
  LEGITIMATE_INTEREST: 'Repairers, recyclers and others with a grant.',
  AUTHORITY: 'Market surveillance, customs and notified bodies with a grant.',
  OWNER: 'The organization itself.',
});

export const FieldTypeEnum = describedEnum<FieldType>(
  'DppFieldType',
  'Type of the value of a field.',
  {
    TEXT: 'Text without a language.',
    LOCALIZED: 'Text in one or more languages: a list of `{language, text}`.',
    NUMBER: 'A number, in the unit of the field.',
    INTEGER: 'A whole number.',
    BOOLEAN: 'One of the values true and false.',
    DATE: 'A day (ISO 8601), such as 2027-02-18.',
    URL: 'An address that begins with https:// or http://.',
    COUNTRY: 'ISO 3166-1 alpha-2 code of a country.',
    CODE: 'One of the values that the field lists.',
    IDENTIFIER: 'An identifier of the scheme of the field, checked by its rules.',
    OBJECT: 'A group of fields.',
  },
);

export const GrantedAudienceEnum = describedEnum<GrantedAudience>(
  'DppGrantedAudience',
  'Audience that a grant opens.',
  {
    LEGITIMATE_INTEREST: 'Fields of the classes PUBLIC, RESTRICTED and INDIVIDUAL.',
    AUTHORITY: 'Fields of the classes PUBLIC, RESTRICTED and CONFORMITY.',
  },
);

export const GrantStateEnum = describedEnum<GrantState>(
  'DppGrantState',
  'State of a grant of access to passports.',
  {
    ACTIVE: 'Its token opens what the grant is of.',
    REVOKED: 'It was revoked, or its passport passed to another organization.',
    EXPIRED: 'Its end has passed.',
  },
);

export const TransferStateEnum = describedEnum<TransferState>(
  'DppTransferState',
  'State of an offer to pass a passport on.',
  {
    OFFERED: 'Another organization can accept it with its token.',
    ACCEPTED: 'The passport passed to another organization.',
    WITHDRAWN: 'It was withdrawn, or a later offer took its place.',
    EXPIRED: 'Nobody accepted it in time.',
  },
);

export const DppJobKindEnum = describedEnum<DppJobKind>(
  'DppJobKind',
  'Work of a job of passports.',
  {
    DRAFT_ITEMS: 'Drafts the items of a range of serial numbers.',
    DRAFT_MODELS: 'Drafts the models of the products of a filter.',
    PUBLISH_DRAFTS: 'Publishes drafts.',
  },
);

export const JobLineOutcomeEnum = describedEnum<JobLineOutcome>(
  'DppJobLineOutcome',
  'Result of one product or draft of a job of passports.',
  {
    CREATED: 'A draft was made.',
    EXISTED: 'The product has a living passport of its model already.',
    REFUSED: 'The content has problems, which the line lists.',
  },
);
