import { PictureError, type PlainPicture } from './model.ts';
import { plainJpeg } from './plain-jpeg.ts';
import { plainPng } from './plain-png.ts';
import { plainWebp } from './plain-webp.ts';

/** Limit of a picture on the public page: it loads on a slow phone. */
export const MOST_PICTURE_BYTES = 60_000;
/** A larger picture takes much memory of a phone once it is decoded, however small its file is. */
const MOST_PX = 2_400;

/**
 * The picture without anything that the page does not need: places, times and names of a camera (Exif, XMP), comments,
 * thumbnails, and data after its end. Colour profiles stay. Exif holds the orientation too: turn pictures before.
 */
export function plainPicture(bytes: Buffer): PlainPicture {
  if (bytes.length > MOST_PICTURE_BYTES)
    throw new PictureError(
      `The picture has ${bytes.length} bytes; at most ${MOST_PICTURE_BYTES} are expected.`,
    );
  const picture = parsed(bytes);
  const { widthPx, heightPx } = picture;
  if (widthPx < 1 || heightPx < 1 || widthPx > MOST_PX || heightPx > MOST_PX)
    throw new PictureError(
      `The picture has ${widthPx} × ${heightPx} pixels; 1 to ${MOST_PX} a side are expected.`,
    );
  return picture;
}

function parsed(bytes: Buffer): PlainPicture {
  try {
    if (bytes.subarray(0, 2).equals(Buffer.from([0xff, 0xd8]))) return plainJpeg(bytes);
    if (bytes.subarray(0, 8).equals(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')))
      return plainPng(bytes);
    if (bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP')
      return plainWebp(bytes);
  } catch (error) {
    // A read beyond the end of the bytes.
    if (error instanceof RangeError) throw new PictureError('The picture is not whole.');
    throw error;
  }
  throw new PictureError('The file is no JPEG, PNG or WebP picture.');
}
