import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';

let isPrepared = false;

/** Pixels of a picture: red, green, blue and opacity, row by row. */
export type Pixels = {
  readonly data: Uint8ClampedArray<ArrayBuffer>;
  readonly width: number;
  readonly height: number;
};

/** Contents of the QR Codes and Data Matrix symbols of a picture, by a decoder that did not make them. */
export async function decodedSymbols(picture: Uint8Array | Pixels): Promise<string[]> {
  if (!isPrepared) {
    // By default the module would be fetched from the network.
    const file = fileURLToPath(import.meta.resolve('zxing-wasm/reader/zxing_reader.wasm'));
    const wasmBinary = new Uint8Array(readFileSync(file)).buffer;
    prepareZXingModule({ overrides: { wasmBinary } });
    isPrepared = true;
  }
  const isFile = picture instanceof Uint8Array;
  const found = await readBarcodes(isFile ? picture : { ...picture, colorSpace: 'srgb' }, {
    formats: ['QRCode', 'DataMatrix'],
    tryHarder: isFile,
  });
  return found.filter(({ isValid }) => isValid).map(({ text }) => text);
}
