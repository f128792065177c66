import { access } from '../../../graphql/access.ts';
import { builder } from '../../../graphql/builder.ts';
import { exposed, field } from '../../../graphql/fields.ts';
import { idempotencyField, inputArg } from '../../../graphql/input-fields.ts';
import { mutation } from '../../../graphql/mutation.ts';
import { payloadOf } from '../../../graphql/payload.ts';
import { WRITE } from '../mutations-graphql.ts';
import { type AddedPicture, addPicture, MOST_PICTURES } from './pictures.ts';
import { MOST_PICTURE_BYTES } from './plain-picture.ts';

const FileRef = builder.objectRef<AddedPicture>('DppPictureFile').implement({
  description: 'A stored picture of a product, without the metadata of its file.',
  fields: (t) =>
    exposed(t, {
      sha256: field(
        'String',
        'SHA-256 of the stored bytes in hex, for `picture.sha256` of passports.',
      ),
      mediaType: field('String', 'Media type: image/jpeg, image/png or image/webp.'),
      widthPx: field('Int', 'Width in pixels.'),
      heightPx: field('Int', 'Height in pixels.'),
      byteCount: field('Int', 'Number of the stored bytes.'),
    }),
});

const AddInput = builder.inputType('AddDppPictureInput', {
  description: 'A picture of a product.',
  fields: (t) => ({
    data: t.string({
      required: true,
      description: `JPEG, PNG or still WebP as base64, at most ${MOST_PICTURE_BYTES.toLocaleString('en')} bytes before the encoding.`,
    }),
    ...idempotencyField(t),
  }),
});

builder.mutationField('addDppPicture', (t) =>
  t.field({
    type: payloadOf('addDppPicture', 'picture', FileRef, 'The stored picture.'),
    description: `Stores a picture for the public pages of passports, without its metadata such as the place of a camera. Name it in \`picture\` of any number of passports. An organization has at most ${MOST_PICTURES.toLocaleString('en')} pictures in an environment; the same bytes count once.`,
    extensions: access(WRITE),
    args: inputArg(AddInput, 'Picture to store.'),
    resolve: mutation(async (work, input) => ({
      picture: await addPicture(work, input.data),
    })),
  }),
);
