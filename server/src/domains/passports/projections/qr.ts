import bwip from 'bwip-js/node';

/** Error level M and a quiet zone of four modules, as ISO/IEC 18004 and GS1 want them. */
const OPTIONS = { bcid: 'qrcode', eclevel: 'M', padding: 8, backgroundcolor: 'ffffff' } as const;

/** A QR Code as SVG, without a size of its own. */
export function qrSvg(content: string): string {
  return bwip.toSVG({ ...OPTIONS, text: content });
}

/** A QR Code as PNG, ten pixels per module. */
export function qrPng(content: string): Promise<Buffer> {
  return bwip.toBuffer({ ...OPTIONS, text: content, scale: 5 });
}
