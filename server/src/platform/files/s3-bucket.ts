import { FileMissing, type FileStat } from './files.ts';
import {
  ATTEMPTS,
  bodyOf,
  ignoreBody,
  readXmlAnswer,
  type S3Answer,
  type S3Body,
  type S3Message,
  type S3Requests,
  unavailable,
} from './s3-request.ts';

export type StoredObject = FileStat & { readonly key: string };

/** A part of a multipart upload that the bucket has. */
export type StoredPart = { readonly number: number; readonly etag: string };

type UnfinishedUpload = {
  readonly key: string;
  readonly uploadId: string;
  readonly begunAt: Date;
};

/** Objects below a prefix of a bucket, by the protocol of S3. */
export class S3Bucket {
  readonly #requests: S3Requests;
  readonly #bucket: string;
  readonly #prefix: string;

  constructor(requests: S3Requests, bucket: string, prefix: string) {
    this.#requests = requests;
    this.#bucket = bucket;
    this.#prefix = prefix;
  }

  put(key: string, body: S3Body, mediaType: string): Promise<void> {
    const headers = { 'content-type': mediaType };
    return this.#send({ method: 'PUT', key, headers, body }, mustExist(ignoreBody));
  }

  /** Bytes of an object. An answer that breaks off is asked for again from where it ended. */
  async *read(key: string, fromByte: number, toByte: number): AsyncGenerator<Buffer> {
    let at = fromByte;
    let etag: string | undefined;
    for (let failures = 0; ; ) {
      const answer = await this.#get(key, at, toByte, etag);
      if (answer.statusCode === 404) throw new FileMissing(key);
      // The range is behind the end of the object.
      if (answer.statusCode === 416) return;
      etag ??= headerOf(answer, 'etag');
      const end = at + Number(headerOf(answer, 'content-length'));
      if (end > toByte) throw unavailable(new Error('S3 sent more bytes than it was asked for'));
      let isWithReader = false;
      try {
        for await (const chunk of answer.body) {
          at += chunk.length;
          failures = 0;
          isWithReader = true;
          yield chunk;
          isWithReader = false;
        }
        if (at !== end) throw new Error(`S3 sent ${at} bytes of ${end}`);
        return;
      } catch (error) {
        if (isWithReader) throw error;
        failures += 1;
        if (failures === ATTEMPTS) throw unavailable(error);
        await this.#requests.pause(failures);
      }
    }
  }

  statOf(key: string): Promise<FileStat | undefined> {
    return this.#send({ method: 'HEAD', key }, async (answer) => {
      await ignoreBody(answer);
      if (answer.statusCode === 404) return undefined;
      const bytes = Number(headerOf(answer, 'content-length'));
      return { bytes, writtenAt: new Date(headerOf(answer, 'last-modified') ?? 0) };
    });
  }

  remove(key: string): Promise<void> {
    return this.#send({ method: 'DELETE', key }, ignoreBody);
  }

  /** Objects whose keys begin so, in the order of their keys. */
  async *list(prefix: string): AsyncGenerator<StoredObject> {
    let token: string | undefined;
    do {
      const query = {
        'list-type': '2',
        prefix: this.#prefix + prefix,
        ...(token === undefined ? {} : { 'continuation-token': token }),
      };
      const { items, fields } = await this.#ask({ method: 'GET', query });
      for (const { Key: key, Size: size, LastModified: writtenAt } of items) {
        if (key === undefined || size === undefined || writtenAt === undefined) continue;
        const name = key.slice(this.#prefix.length);
        yield { key: name, bytes: Number(size), writtenAt: new Date(writtenAt) };
      }
      token = fields['IsTruncated'] === 'true' ? fields['NextContinuationToken'] : undefined;
    } while (token !== undefined);
  }

  async beginUpload(key: string): Promise<string> {
    const { fields } = await this.#ask({ method: 'POST', key, query: { uploads: '' } });
    const { UploadId: uploadId } = fields;
    if (uploadId === undefined) throw unavailable(new Error('S3 began no upload'));
    return uploadId;
  }

  putPart(key: string, uploadId: string, number: number, body: S3Body): Promise<StoredPart> {
    const query = { partNumber: String(number), uploadId };
    const read = mustExist(async (answer: S3Answer) => {
      await ignoreBody(answer);
      return { number, etag: headerOf(answer, 'etag') ?? '' };
    });
    return this.#send({ method: 'PUT', key, query, body, isLong: true }, read);
  }

  /** Makes an object of the parts. A lost answer of an earlier attempt is no failure. */
  async completeUpload(
    key: string,
    uploadId: string,
    parts: readonly StoredPart[],
    bytes: number,
  ): Promise<void> {
    const listed = parts.map(
      ({ number, etag }) => `<Part><PartNumber>${number}</PartNumber><ETag>${etag}</ETag></Part>`,
    );
    const text = `<CompleteMultipartUpload>${listed.join('')}</CompleteMultipartUpload>`;
    const body = bodyOf(Buffer.from(text));
    const isKnown = await this.#send(
      { method: 'POST', key, query: { uploadId }, body, isLong: true },
      async (answer) => {
        await readXmlAnswer(answer);
        return answer.statusCode !== 404;
      },
    );
    if (isKnown || (await this.statOf(key))?.bytes === bytes) return;
    throw unavailable(new Error('S3 has lost an upload'));
  }

  abortUpload(key: string, uploadId: string): Promise<void> {
    return this.#send({ method: 'DELETE', key, query: { uploadId } }, ignoreBody);
  }

  /** Uploads that were begun and neither completed nor aborted; at most 1,000. */
  async unfinishedUploads(): Promise<UnfinishedUpload[]> {
    const query = { uploads: '', prefix: this.#prefix };
    const { items } = await this.#ask({ method: 'GET', query });
    return items.flatMap(({ Key: key, UploadId: uploadId, Initiated: begunAt }) =>
      key === undefined || uploadId === undefined || begunAt === undefined
        ? []
        : [{ key: key.slice(this.#prefix.length), uploadId, begunAt: new Date(begunAt) }],
    );
  }

  #get(key: string, fromByte: number, toByte: number, etag: string | undefined): Promise<S3Answer> {
    const last = Number.isFinite(toByte) ? String(toByte - 1) : '';
    const headers = {
      ...(fromByte === 0 && last === '' ? {} : { range: `bytes=${fromByte}-${last}` }),
      ...(etag === undefined ? {} : { 'if-match': etag }),
    };
    return this.#send({ method: 'GET', key, headers }, async (answer) => {
      if (answer.statusCode >= 300) await ignoreBody(answer);
      return answer;
    });
  }

  #ask(message: KeyMessage) {
    return this.#send(message, mustExist(readXmlAnswer));
  }

  #send<Found>(
    { key, ...message }: KeyMessage,
    read: (answer: S3Answer) => Promise<Found>,
  ): Promise<Found> {
    const path = key === undefined ? this.#bucket : `${this.#bucket}/${this.#prefix}${key}`;
    return this.#requests.send({ ...message, path }, read);
  }
}

type KeyMessage = Omit<S3Message, 'path'> & { readonly key?: string };

/** 404 of a message that needs no object is one of the bucket. */
function mustExist<Found>(read: (answer: S3Answer) => Promise<Found>) {
  return async (answer: S3Answer): Promise<Found> => {
    if (answer.statusCode < 300) return read(answer);
    await ignoreBody(answer);
    throw new Error(`S3 answered ${answer.statusCode}: the bucket or the upload does not exist`);
  };
}

function headerOf({ headers }: S3Answer, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value[0] : value;
}
