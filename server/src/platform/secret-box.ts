import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

const ID_BYTES = 4;
const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encrypts texts with AES-256-GCM. The result begins with the id of the key, so that texts of earlier keys
 * can be read after the service's secret was changed: give those keys after the current one.
 */
export class SecretBox {
  readonly #keys: ReadonlyMap<string, Buffer>;
  readonly #current: string;

  constructor(current: Buffer, ...earlier: readonly Buffer[]) {
    this.#current = idOf(current);
    this.#keys = new Map([current, ...earlier].map((key) => [idOf(key), key]));
  }

  /** Ids of the earlier keys, with which boxes begin. */
  get earlierIds(): readonly Buffer[] {
    const ids = [...this.#keys.keys()].filter((id) => id !== this.#current);
    return ids.map((id) => Buffer.from(id, 'hex'));
  }

  seal(text: string): Buffer {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.#keyOf(this.#current), iv);
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return Buffer.concat([Buffer.from(this.#current, 'hex'), iv, cipher.getAuthTag(), sealed]);
  }

  open(box: Buffer): string {
    const ivEnd = ID_BYTES + IV_BYTES;
    const key = this.#keyOf(box.subarray(0, ID_BYTES).toString('hex'));
    const decipher = createDecipheriv('aes-256-gcm', key, box.subarray(ID_BYTES, ivEnd));
    decipher.setAuthTag(box.subarray(ivEnd, ivEnd + TAG_BYTES));
    const opened = [decipher.update(box.subarray(ivEnd + TAG_BYTES)), decipher.final()];
    return Buffer.concat(opened).toString('utf8');
  }

  #keyOf(id: string): Buffer {
    const key = this.#keys.get(id);
    if (key === undefined)
      throw new Error(
        `No key with the id ${id} is known: this was encrypted under a secret that is neither TRACKWAY_SECRET nor among TRACKWAY_EARLIER_SECRETS.`,
      );
    return key;
  }
}

function idOf(key: Buffer): string {
  return createHash('sha256')
    .update(key)
    .digest('hex')
    .slice(0, 2 * ID_BYTES);
}
