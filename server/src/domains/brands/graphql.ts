import { access } from '../../graphql/access.ts';
import { builder } from '../../graphql/builder.ts';
import { exposed, field, nullable } from '../../graphql/fields.ts';
import { checkedBy, textUpTo } from '../../graphql/further-problems.ts';
import { changeFields, inputArg } from '../../graphql/input-fields.ts';
import { mutate } from '../../graphql/mutation.ts';
import { payloadOf } from '../../graphql/payload.ts';
import { OrganizationRef } from '../keys/index.ts';
import { logoPath } from './address.ts';
import { LONGEST_NAME } from './check-name.ts';
import { problemsOfColor } from './color.ts';
import { type Brand, LOGO_TYPES, type StoredLogo } from './model.ts';
import { updateBrand } from './service.ts';
import { findBrand } from './store.ts';

const BrandLogoRef = builder.objectRef<StoredLogo>('BrandLogo').implement({
  description: 'Logo of a brand, after everything but its shapes or pixels was removed.',
  fields: (t) => ({
    url: t.field({
      type: 'URL',
      description: 'Public address of the file. It names the content and never changes.',
      resolve: (logo, _args, { scope, services: { publicUrls } }) =>
        `${publicUrls.ofService}${logoPath(scope, logo)}`,
    }),
    mediaType: t.string({
      description: 'Media type of the file: `image/svg+xml` or `image/png`.',
      resolve: ({ format }) => LOGO_TYPES[format].mediaType,
    }),
    ...exposed(t, {
      width: field('Float', 'Width, in units of the SVG or in pixels.'),
      height: field('Float', 'Height, in units of the SVG or in pixels.'),
      sha256: field('String', 'SHA-256 of the file, 64 hex digits.'),
    }),
  }),
});

const BrandRef = builder.objectRef<Brand>('Brand').implement({
  description:
    'Name, colour and logo that assets and public passport pages of this organization and environment show. Order, wording and charts are the same for all brands.',
  fields: (t) =>
    exposed(t, {
      name: nullable(
        'String',
        'Name to print in place of that of the organization; null for that of the organization.',
      ),
      color: nullable(
        'String',
        'Colour as #rrggbb, with a contrast of at least 4.5 to white; null for black.',
      ),
      logo: nullable(BrandLogoRef, 'Logo; null if none was given.'),
      version: field('Int', 'Version of the brand: 0 before its first change.'),
      updatedAt: nullable('DateTime', 'Time of the last change; null before the first one.'),
    }),
});

builder.objectField(OrganizationRef, 'brand', (t) =>
  t.field({
    type: BrandRef,
    description: 'Brand of the organization in this environment.',
    resolve: (_organization, _args, context) => findBrand(context),
  }),
);

const BrandLogoInput = builder.inputType('BrandLogoInput', {
  description: 'The file of a logo, as exactly one of `svg` and `png`.',
  fields: (t) => ({
    svg: t.string({
      description:
        'SVG of plain paths in plain colours, up to 50,000 bytes. Scripts, texts, images, gradients, filters, entities and addresses of other files are refused.',
    }),
    png: t.string({
      description:
        'PNG in base64, up to 150,000 bytes and 1,000 pixels on a side. It is encoded again, without its metadata.',
    }),
  }),
});

const UpdateBrandInput = builder.inputType('UpdateBrandInput', {
  description: 'Change of the brand: null removes a property, an absent one stays.',
  fields: (t) => ({
    name: t.string({
      description:
        'Name to print in place of that of the organization, up to 100 characters. Environmental claims are refused.',
      extensions: textUpTo(LONGEST_NAME),
    }),
    color: t.string({
      description: 'Colour as #rrggbb, with a contrast of at least 4.5 to white.',
      extensions: checkedBy(problemsOfColor),
    }),
    logo: t.field({
      type: BrandLogoInput,
      description: 'File of the logo, in place of the present one.',
    }),
    ...changeFields(t),
  }),
});

builder.mutationField('updateBrand', (t) =>
  t.field({
    type: payloadOf('updateBrand', 'brand', BrandRef, 'The brand after the change.'),
    description:
      'Changes the brand of this organization and environment. Assets that exist keep the brand that they were rendered with.',
    extensions: access({ tier: 'ENTERPRISE', permission: 'ASSETS_WRITE', cost: 50 }),
    args: inputArg(UpdateBrandInput, 'Properties to change.'),
    resolve: (_root, { input }, context, info) => {
      const { name, color, logo } = input;
      const change = {
        name,
        color,
        logo: logo && { svg: logo.svg ?? undefined, png: logo.png ?? undefined },
      };
      return mutate(context, info, input, async (work) => ({
        brand: await updateBrand(work, change, input.expectedVersion),
      }));
    },
  }),
);
