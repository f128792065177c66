import { access } from '../../graphql/access.ts';
import { builder } from '../../graphql/builder.ts';
import { checkedBy, textUpTo } from '../../graphql/further-problems.ts';
import {
  type InputFields,
  idempotencyField,
  idInput,
  inputArg,
} from '../../graphql/input-fields.ts';
import { mutate, mutation } from '../../graphql/mutation.ts';
import { deletionPayloadOf, payloadOf } from '../../graphql/payload.ts';
import { decodeId } from '../../platform/ids.ts';
import type { Context } from '../../rules/context.ts';
import { badInput } from '../../rules/errors/api-error.ts';
import { problem } from '../../rules/inputs/problems.ts';
import { computeInPool } from '../../rules/jobs/compute.ts';
import { findBrand, problemsOfColor } from '../brands/index.ts';
import {
  addressProblems,
  LONGEST_NAME,
  LONGEST_STUDY_TEXT,
  localeProblems,
  resolutionProblems,
} from './check-choices.ts';
import { AssetFormatEnum, AssetKindEnum, AssetSizeEnum, AssetSymbolEnum } from './enums.ts';
import { AssetRef } from './graphql.ts';
import { type RenderAnswer, type RenderRequest, renderTask } from './render-task.ts';
import type { AssetChoices, TenantFacts } from './request.ts';
import { deleteAsset, generateAsset, updateAsset } from './service.ts';
import {
  type GivenObject,
  objectsOf,
  passportOf,
  subjectFields,
  subjectOf,
} from './subject-graphql.ts';

const WRITE = { tier: 'ENTERPRISE', permission: 'ASSETS_WRITE' } as const;

/** Fields about the content, which previews, assets and batches share. */
export function contentFields(t: InputFields) {
  return {
    kind: t.field({ type: AssetKindEnum, required: true, description: 'Kind of the asset.' }),
    size: t.field({
      type: AssetSizeEnum,
      description: 'Size; the first one of the kind by default.',
    }),
    locale: t.string({
      description:
        'Language of the fixed words, one of the 24 official languages of the EU; `en` by default.',
      extensions: checkedBy(localeProblems),
    }),
    organizationName: t.string({
      description: 'Name to print, in place of that of the brand or the organization.',
      extensions: textUpTo(LONGEST_NAME),
    }),
    url: t.string({
      description:
        'Address that the symbol leads to. By default the GS1 Digital Link of the product; required if it has no GTIN.',
      extensions: checkedBy(addressProblems),
    }),
    region: t.field({
      type: 'CountryCode',
      description:
        'Country whose values and grid an EQUIVALENCY_CARD and an INFOGRAPHIC take where they exist; world values and those of other countries otherwise.',
    }),
    symbol: t.field({ type: AssetSymbolEnum, description: 'Symbol of a QR_TAG; QR by default.' }),
    verifier: t.string({
      description:
        'Third party that verified the result. Without it the label says that nobody did. Name only who has confirmed it in writing.',
      extensions: textUpTo(LONGEST_NAME),
    }),
    goal: t.string({
      description:
        'Goal of a FOOTPRINT_REPORT: intended use, reasons and audience of the study, and whether it is made for a comparison (ISO 14067, 6.3.1). Up to 1,000 characters; without it the report says that none is stated. Refused for other kinds.',
      extensions: textUpTo(LONGEST_STUDY_TEXT),
    }),
    conclusions: t.string({
      description:
        'Conclusions of a FOOTPRINT_REPORT, up to 1,000 characters; refused for other kinds.',
      extensions: textUpTo(LONGEST_STUDY_TEXT),
    }),
    allowOutdated: t.boolean({
      description:
        'Shows a footprint although the product was changed after it; the asset says so. False by default: such a footprint is refused.',
    }),
  };
}

/** Fields about the file. */
export function fileFields(t: InputFields) {
  return {
    format: t.field({
      type: AssetFormatEnum,
      description: 'Format of the file; SVG by default, PDF for a FOOTPRINT_REPORT.',
    }),
    dotsPerInch: t.int({
      description: 'Resolution of a PNG, 72 to 1200; 300 by default, 127 for an INFOGRAPHIC.',
      extensions: checkedBy(resolutionProblems),
    }),
    isPublic: t.boolean({
      description: 'True if anybody with the address can read the file; false by default.',
    }),
  };
}

const AssetBrandInput = builder.inputType('AssetBrandInput', {
  description:
    'Brand of one asset, in place of that of the organization (`updateBrand`); without logo and colour it shows none. Labels and tags have one ink and refuse it. The name is `organizationName`.',
  fields: (t) => ({
    logo: t.string({
      description:
        'SVG of plain paths in plain colours, up to 50,000 bytes. Scripts, texts, images, gradients, filters, entities and addresses of other files are refused.',
    }),
    color: t.string({
      description:
        'Colour of the bars of an INFOGRAPHIC as #rrggbb, with a contrast of at least 4.5 to white.',
      extensions: checkedBy(problemsOfColor),
    }),
  }),
});

/** The brand, which a batch takes from the organization: each row would hold its logo. */
function brandField(t: InputFields) {
  return {
    brand: t.field({
      type: AssetBrandInput,
      description:
        'Logo and colour, in place of those of the organization; refused for labels and tags.',
    }),
  };
}

const GenerateAssetInput = builder.inputType('GenerateAssetInput', {
  description: 'An asset to render, of exactly one product, calculation, scenario or supply chain.',
  fields: (t) => ({
    ...subjectFields(t),
    ...contentFields(t),
    ...brandField(t),
    ...fileFields(t),
    ...idempotencyField(t),
  }),
});

const AssetPreviewInput = builder.inputType('AssetPreviewInput', {
  description:
    'An asset to look at, of exactly one product, calculation, scenario or supply chain.',
  fields: (t) => ({ ...subjectFields(t), ...contentFields(t), ...brandField(t) }),
});

const UpdateAssetInput = builder.inputType('UpdateAssetInput', {
  description: 'Change of the visibility of an asset.',
  fields: (t) => ({
    id: t.id({ required: true, description: 'Globally unique id of the asset.' }),
    isPublic: t.boolean({
      required: true,
      description: 'True if anybody with the address can read the file.',
    }),
    ...idempotencyField(t),
  }),
});

const DeleteAssetInput = idInput(
  'DeleteAssetInput',
  'The asset to delete.',
  'Globally unique id of the asset.',
);

const DeleteAssetPayload = deletionPayloadOf('asset', AssetRef, {
  id: 'Id of the asset that is gone.',
  object: 'The deleted asset, without its file.',
});

type GivenContent = typeof AssetPreviewInput.$inferInput;
type GivenFile = Pick<typeof GenerateAssetInput.$inferInput, 'format' | 'dotsPerInch'>;

async function requestOf(
  context: Context,
  input: GivenContent,
  file: GivenFile,
  isPreview: boolean,
): Promise<RenderRequest> {
  const choices = choicesOf(input, file, isPreview);
  const { kind, comparedWith } = input;
  if (comparedWith != null && kind !== 'COMPARISON_CARD') {
    const message = 'Only a COMPARISON_CARD is of two footprints.';
    throw badInput([problem(['comparedWith'], 'NOT_ALLOWED', message)]);
  }
  return {
    subject:
      kind === 'PASSPORT_DOCUMENT'
        ? await passportOf(context, objectsOf(input), choices.locale)
        : subjectOf(input, kind),
    other: comparedWith == null ? undefined : subjectOf(comparedWith, kind),
    choices,
    tenant: await tenantOf(context),
  };
}

type GivenChoices = Omit<GivenContent, keyof GivenObject | 'comparedWith'>;

export function choicesOf(
  input: GivenChoices,
  { format, dotsPerInch }: GivenFile,
  isPreview: boolean,
): AssetChoices {
  return {
    kind: input.kind,
    size: input.size ?? undefined,
    format: format ?? (isPreview ? 'SVG' : undefined),
    locale: input.locale ?? 'en',
    dotsPerInch: dotsPerInch ?? undefined,
    productName: input.productName ?? undefined,
    organizationName: input.organizationName ?? undefined,
    url: input.url ?? undefined,
    serial: input.serial ?? undefined,
    symbol: input.symbol ?? 'QR',
    verifier: input.verifier ?? undefined,
    goal: input.goal ?? undefined,
    conclusions: input.conclusions ?? undefined,
    allowOutdated: input.allowOutdated ?? false,
    isPreview,
    region: input.region ?? undefined,
    brand:
      input.brand == null
        ? undefined
        : { logo: input.brand.logo ?? undefined, color: input.brand.color ?? undefined },
  };
}

export async function tenantOf(context: Context): Promise<TenantFacts> {
  const { caller } = context;
  const { name, color, logo } = await findBrand(context);
  return {
    organizationName: name ?? caller.organization.name,
    brand:
      color === null && logo === null ? null : { color, logo: logo && { sha256: logo.sha256 } },
    publicRoot: context.services.publicUrls.of(context.scope),
    isSandbox: context.scope.environment === 'SANDBOX',
    tier: caller.organization.tier,
  };
}

const AssetPayload = (mutation: string) =>
  payloadOf(mutation, 'asset', AssetRef, 'The asset after the change.');

const AssetPreviewRef = builder.objectRef<RenderAnswer>('AssetPreview').implement({
  description: 'A picture with PREVIEW across it, which is not stored.',
  extensions: access({ permission: 'ASSETS_READ' }),
  fields: (t) => ({
    svg: t.string({
      description: 'The picture as SVG.',
      resolve: ({ rendered }) => Buffer.from(rendered.bytes).toString(),
    }),
    widthMm: t.float({
      description: 'Width in print, in millimetres.',
      resolve: ({ rendered }) => rendered.widthMm,
    }),
    heightMm: t.float({
      description: 'Height in print, in millimetres.',
      resolve: ({ rendered }) => rendered.heightMm,
    }),
    description: t.string({
      description: 'Content in words.',
      resolve: ({ rendered }) => rendered.description,
    }),
  }),
});

builder.queryField('assetPreview', (t) =>
  t.field({
    type: AssetPreviewRef,
    description:
      'Renders an asset with PREVIEW across it and stores nothing. A footprint that is older than its product is shown too.',
    extensions: access({ tier: 'ENTERPRISE', permission: 'ASSETS_READ', cost: 200 }),
    args: inputArg(AssetPreviewInput, 'Asset to look at.'),
    resolve: async (_root, { input }, context) =>
      computeInPool(context, context.scope, renderTask, await requestOf(context, input, {}, true)),
  }),
);

builder.mutationFields((t) => ({
  generateAsset: t.field({
    type: AssetPayload('generateAsset'),
    description:
      'Renders an asset and stores its file. Equal input gives equal bytes. Text that does not fit, claims and a footprint that is older than its product are refused.',
    extensions: access({ ...WRITE, cost: 200 }),
    args: inputArg(GenerateAssetInput, 'Asset to render.'),
    resolve: async (_root, { input }, context, info) => {
      const request = await requestOf(context, input, input, false);
      const visibility = { isPublic: input.isPublic ?? false };
      const work = generateAsset(context.services.assets.files, request, visibility);
      return mutate(context, info, input, async (tenant) => ({ asset: await work(tenant) }));
    },
  }),
  updateAsset: t.field({
    type: AssetPayload('updateAsset'),
    description:
      'Makes an asset public, or takes that back. Copies that browsers and caches hold stay readable for them. An asset of a published passport stays public.',
    extensions: access(WRITE),
    args: inputArg(UpdateAssetInput, 'Asset to change.'),
    resolve: mutation(async (work, input) => ({
      asset: await updateAsset(work, decodeId('asset', input.id), input.isPublic),
    })),
  }),
  deleteAsset: t.field({
    type: DeleteAssetPayload,
    description:
      'Deletes an asset; its address answers 404 from then on. An asset whose address is in a published passport is refused with CONFLICT.',
    extensions: access({ ...WRITE, freesRoom: true }),
    args: inputArg(DeleteAssetInput, 'Asset to delete.'),
    resolve: mutation(async (work, input) => ({
      asset: await deleteAsset(work, decodeId('asset', input.id)),
    })),
  }),
}));
