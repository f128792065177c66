import { crc32, deflateRawSync } from 'node:zlib';
import type { FactorDraft, ImportOptions, ReadRow, RowProblem } from './draft.ts';
import { type FactorFormat, readFactorFile } from './index.ts';

/** All rows of a file. */
export async function readRows(
  format: FactorFormat,
  content: string | Uint8Array,
  options: Partial<ImportOptions> = {},
): Promise<ReadRow[]> {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  const source = (async function* () {
    yield bytes;
  })();
  const rows: ReadRow[] = [];
  for await (const row of readFactorFile(format, source, { isPartial: false, ...options })) {
    rows.push(row);
  }
  return rows;
}

/** Factors, problems and changes of a file, apart. */
export async function readFactors(
  format: FactorFormat,
  content: string | Uint8Array,
  options: Partial<ImportOptions> = {},
): Promise<{ factors: FactorDraft[]; problems: RowProblem[]; changes: string[] }> {
  const rows = await readRows(format, content, options);
  return {
    factors: rows.flatMap((row) => ('factor' in row ? row.factor : [])),
    problems: rows.flatMap((row) => ('problem' in row ? row.problem : [])),
    changes: rows.flatMap((row) => ('factor' in row ? (row.changes ?? []) : [])),
  };
}

type TestFile = {
  readonly name: string;
  readonly bytes: Buffer;
  readonly isPacked?: boolean;
  /** The unpacked size that the headers declare, when it is not the true one. */
  readonly declaredBytes?: number;
  readonly flags?: number;
};

/** A ZIP archive; its directory names every file `repeats` times. */
export function zipOf(files: readonly TestFile[], repeats = 1): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, bytes, isPacked = true, declaredBytes, flags = 0 } of files) {
    const packed = isPacked ? deflateRawSync(bytes) : bytes;
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(flags, 2);
    common.writeUInt16LE(isPacked ? 8 : 0, 4);
    common.writeUInt32LE(crc32(bytes), 10);
    common.writeUInt32LE(packed.length, 14);
    common.writeUInt32LE(declaredBytes ?? bytes.length, 18);
    common.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), common, Buffer.from(name), packed]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    const entry = Buffer.concat([
      Buffer.from('PK\x01\x02\x14\x00'),
      common,
      rest,
      Buffer.from(name),
    ]);
    directory.push(...Array.from({ length: repeats }, () => entry));
    parts.push(local);
    offset += local.length;
  }
  const entries = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(directory.length, 8);
  end.writeUInt16LE(directory.length, 10);
  end.writeUInt32LE(entries.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, entries, end]);
}
