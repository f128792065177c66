/** Error level M and a quiet zone of four modules, as ISO/IEC 18004 and GS1 want them. */
const OPTIONS = { bcid: 'qrcode', eclevel: 'M', padding: 8, backgroundcolor: 'ffffff' } as const;

/** A QR Code as SVG, without a size of its own. */
export async function qrSvg(content: string): Promise<string> {
  const { toSVG } = await library();
  return toSVG({ ...OPTIONS, text: content });
}

/** A QR Code as PNG, ten pixels per module. */
export async function qrPng(content: string): Promise<Buffer> {
  const { toBuffer } = await library();
  return toBuffer({ ...OPTIONS, text: content, scale: 5 });
}

/** Two megabytes of code, which most processes never need. */
async function library() {
  return (await import('bwip-js/node')).default;
}
