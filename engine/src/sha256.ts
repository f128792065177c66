/** The first 32 bits of the fractional parts of the cube roots of the first 64 primes. */
const ROUND_CONSTANTS = Uint32Array.of(
  0x428a2f98,
  0x71374491,
  0xb5c0fbcf,
  0xe9b5dba5,
  0x3956c25b,
  0x59f111f1,
  0x923f82a4,
  0xab1c5ed5,
  0xd807aa98,
  0x12835b01,
  0x243185be,
  0x550c7dc3,
  0x72be5d74,
  0x80deb1fe,
  0x9bdc06a7,
  0xc19bf174,
  0xe49b69c1,
  0xefbe4786,
  0x0fc19dc6,
  0x240ca1cc,
  0x2de92c6f,
  0x4a7484aa,
  0x5cb0a9dc,
  0x76f988da,
  0x983e5152,
  0xa831c66d,
  0xb00327c8,
  0xbf597fc7,
  0xc6e00bf3,
  0xd5a79147,
  0x06ca6351,
  0x14292967,
  0x27b70a85,
  0x2e1b2138,
  0x4d2c6dfc,
  0x53380d13,
  0x650a7354,
  0x766a0abb,
  0x81c2c92e,
  0x92722c85,
  0xa2bfe8a1,
  0xa81a664b,
  0xc24b8b70,
  0xc76c51a3,
  0xd192e819,
  0xd6990624,
  0xf40e3585,
  0x106aa070,
  0x19a4c116,
  0x1e376c08,
  0x2748774c,
  0x34b0bcb5,
  0x391c0cb3,
  0x4ed8aa4a,
  0x5b9cca4f,
  0x682e6ff3,
  0x748f82ee,
  0x78a5636f,
  0x84c87814,
  0x8cc70208,
  0x90befffa,
  0xa4506ceb,
  0xbef9a3f7,
  0xc67178f2,
);

let digestOf: (text: string) => string = portableSha256Hex;

/** SHA-256 (FIPS 180-4) of a well-formed text in UTF-8, as 64 hex digits. */
export function sha256Hex(text: string): string {
  return digestOf(text);
}

/**
 * Replaces the implementation of `sha256Hex` by the platform's own, which is ten times as fast. It
 * must be synchronous and give the same digests; it is checked on one text.
 */
export function useSha256(implementation: (text: string) => string): void {
  const text = '{"a":"é€😀"}';
  if (implementation(text) !== portableSha256Hex(text)) {
    throw new TypeError('The implementation does not give SHA-256 digests of UTF-8 as hex digits.');
  }
  digestOf = implementation;
}

/** SHA-256 without a platform: the reference, and the default. */
export function portableSha256Hex(text: string): string {
  const bytes = padded(text);
  const view = new DataView(bytes.buffer);
  const state = Uint32Array.of(
    0x6a09e667,
    0xbb67ae85,
    0x3c6ef372,
    0xa54ff53a,
    0x510e527f,
    0x9b05688c,
    0x1f83d9ab,
    0x5be0cd19,
  );
  const schedule = new Uint32Array(64);
  for (let offset = 0; offset < bytes.length; offset += 64) {
    for (let at = 0; at < 16; at++) schedule[at] = view.getUint32(offset + at * 4);
    compress(state, schedule);
  }
  return Array.from(state, (word) => word.toString(16).padStart(8, '0')).join('');
}

function compress(state: Uint32Array, schedule: Uint32Array): void {
  for (let at = 16; at < 64; at++) {
    const early = schedule[at - 15] ?? 0;
    const late = schedule[at - 2] ?? 0;
    const mixedEarly = rotate(early, 7) ^ rotate(early, 18) ^ (early >>> 3);
    const mixedLate = rotate(late, 17) ^ rotate(late, 19) ^ (late >>> 10);
    schedule[at] = (schedule[at - 16] ?? 0) + mixedEarly + (schedule[at - 7] ?? 0) + mixedLate;
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let at = 0; at < 64; at++) {
    const choice = (e & f) ^ (~e & g);
    const mixedE = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
    const first = (h + mixedE + choice + (ROUND_CONSTANTS[at] ?? 0) + (schedule[at] ?? 0)) | 0;
    const majority = (a & b) ^ (a & c) ^ (b & c);
    const second = (rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) + majority;
    h = g;
    g = f;
    f = e;
    e = (d + first) | 0;
    d = c;
    c = b;
    b = a;
    a = (first + second) | 0;
  }
  const mixed = [a, b, c, d, e, f, g, h];
  for (let at = 0; at < 8; at++) state[at] = (state[at] ?? 0) + (mixed[at] ?? 0);
}

function rotate(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by));
}

/** The text in UTF-8, a one bit, zeros, and the length in bits, to a multiple of 64 bytes. */
function padded(text: string): Uint8Array<ArrayBuffer> {
  const room = new Uint8Array(text.length * 3 + 72);
  const used = writeUtf8(text, room);
  const length = (((used + 8) >>> 6) + 1) << 6;
  room[used] = 0x80;
  const view = new DataView(room.buffer);
  view.setUint32(length - 8, Math.floor(used / 0x20000000));
  view.setUint32(length - 4, used << 3);
  return room.subarray(0, length);
}

function writeUtf8(text: string, bytes: Uint8Array): number {
  let to = 0;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit < 0x80) {
      bytes[to++] = unit;
      continue;
    }
    const code = text.codePointAt(at) ?? 0;
    if (code < 0x800) bytes[to++] = 0xc0 | (code >> 6);
    else {
      if (code < 0x10000) bytes[to++] = 0xe0 | (code >> 12);
      else {
        at++;
        bytes[to++] = 0xf0 | (code >> 18);
        bytes[to++] = tail(code >> 12);
      }
      bytes[to++] = tail(code >> 6);
    }
    bytes[to++] = tail(code);
  }
  return to;
}

function tail(code: number): number {
  return 0x80 | (code & 0x3f);
}
