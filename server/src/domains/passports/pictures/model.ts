export type PictureType = 'image/jpeg' | 'image/png' | 'image/webp';

/** A picture without metadata. */
export type PlainPicture = {
  readonly mediaType: PictureType;
  readonly widthPx: number;
  readonly heightPx: number;
  readonly bytes: Buffer;
};

/** Reason why bytes are no picture that a page shows. */
export class PictureError extends Error {}
