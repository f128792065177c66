export {
  type Audience,
  type DigitalLinkKey,
  type Dpp,
  type DppContent,
  type DppField,
  type DppSchema,
  type DppStatus,
  type DppView,
  type FieldClass,
  type Granularity,
  type Json,
  type LocalizedText,
  VISIBLE_CLASSES,
} from './model.ts';
export { digitalLinkOf, passportUrl, productUri } from './projections/addresses.ts';
export { missingForCredential, untpCredential } from './projections/untp.ts';
export { findPublicPassport, findPublicPassports } from './public.ts';
export { dppSchema, dppSchemas, fieldsOf, schemaOf } from './schemas.ts';
