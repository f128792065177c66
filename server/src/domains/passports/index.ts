import './attention.ts';
import './jobs/graphql.ts';
import './grants/graphql.ts';
import './graphql.ts';
import './life/graphql.ts';
import './mutations-graphql.ts';
import './pictures/graphql.ts';
import './public/graphql.ts';
import './queries-graphql.ts';
import './content/schemas-graphql.ts';
import './transfers/graphql.ts';

export { findAssetUse } from './content/asset-use.ts';
export { contentOf, ResponsiblePartyRef } from './content/graphql.ts';
export { isList, isObject, maskContent } from './content/mask.ts';
export { personalDataProblems } from './content/personal-data.ts';
export { dppSchema, dppSchemas, fieldsOf, schemaOf } from './content/schemas.ts';
export { type ElementPath, elementPathIn, valueAt } from './documents/element.ts';
export { createByDocument, patchByDocument, patchElementByDocument } from './documents/en18222.ts';
export { findDraft, writtenDocument, writtenElement } from './documents/written-document.ts';
export { AudienceEnum, FieldClassEnum } from './enums.ts';
export { compareFootprints } from './footprint-changes.ts';
export { DppRef, dppById } from './graphql.ts';
export { identityOf } from './identity.ts';
export { dppHandlers } from './jobs/handlers.ts';
export {
  AUDIENCES,
  type Audience,
  type DigitalLinkKey,
  DPP_TRANSITIONS,
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
export { carWayOf } from './page/car-way.ts';
export type { Page } from './page/frame.ts';
export { glnOfPath, glnPage, linksOfGln, type NamedGln } from './page/gln-page.ts';
export { type PassportOutline, passportOutline } from './page/outline.ts';
export {
  awayPage,
  missingLinkPage,
  type PageBrand,
  passportPage,
  unknownPage,
} from './page/passport-page.ts';
export { verifyPage } from './page/verify-page.ts';
export { PAGE_LANGUAGES, type PageLanguage } from './page/words.ts';
export { pictureOfView } from './pictures/pictures.ts';
export { backupUrlOf, digitalLinkOf, passportUrl, productUri } from './projections/addresses.ts';
export { backupProvidersIn } from './projections/content.ts';
export { compressedPassport, elementOf, fullPassport } from './projections/en18223.ts';
export { linksOf, PASSPORT_TYPES } from './projections/links.ts';
export { qrPng, qrSvg } from './projections/qr.ts';
export { missingForCredential, untpCredential, untpProfile } from './projections/untp.ts';
export {
  findPassportsOfGln,
  findPublicPassport,
  findPublicPassports,
  hasPassportsBelow,
} from './public/find.ts';
export { publicVersions } from './public/store.ts';
export { deleteDpp } from './service.ts';
export { endGrants } from './transfers/hand-over.ts';
export {
  type ChainLink,
  chainLink,
  hasDigests,
  hashChainOf,
  type Sealed,
  type SealedHead,
  withoutCredential,
  withSeal,
} from './versions/chain.ts';
export { signVersionsAgain } from './versions/sign-again.ts';
