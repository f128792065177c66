import { createHash } from 'node:crypto';
import type { Db, TenantDb, TenantTx } from '../../../platform/database/index.ts';
import { badInput } from '../../../rules/errors/api-error.ts';
import { problem } from '../../../rules/inputs/problems.ts';
import type { DppContent, DppView } from '../model.ts';
import { PictureError, type PlainPicture } from './model.ts';
import { pictureOf } from './picture-of.ts';
import { plainPicture } from './plain-picture.ts';
import {
  countPictures,
  findPicture,
  hasPicture,
  insertPicture,
  type StoredPicture,
} from './store.ts';

/** Pictures of an organization in one environment: 600 MB at most. */
export const MOST_PICTURES = 10_000;

export type AddedPicture = Omit<PlainPicture, 'bytes'> & {
  readonly sha256: string;
  readonly byteCount: number;
};

/** Stores a picture for passports, without its metadata; an equal one is stored once. */
export async function addPicture(work: TenantTx, data: string): Promise<AddedPicture> {
  const picture = pictureIn(data);
  const { bytes, ...facts } = picture;
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  if (!(await hasPicture(work, sha256))) {
    if ((await countPictures(work)) >= MOST_PICTURES) {
      const message = `An organization has at most ${MOST_PICTURES} pictures in an environment.`;
      throw badInput([problem(['data'], 'TOO_MANY', message)]);
    }
    await insertPicture(work, sha256, picture);
  }
  return { ...facts, sha256, byteCount: bytes.length };
}

function pictureIn(data: string): PlainPicture {
  const faults: string[] = [];
  if (/^[A-Za-z0-9+/]+={0,2}$/.test(data)) {
    try {
      return plainPicture(Buffer.from(data, 'base64'));
    } catch (error) {
      if (!(error instanceof PictureError)) throw error;
      faults.push(error.message);
    }
  } else faults.push('The picture is not base64.');
  throw badInput(faults.map((fault) => problem(['data'], 'INVALID_FORMAT', fault)));
}

/** Refuses a content whose picture was never added. */
export async function assertPictureIsThere(tenant: TenantDb, content: DppContent): Promise<void> {
  const sha256 = pictureOf(content);
  if (sha256 === null || (await hasPicture(tenant, sha256))) return;
  const message = 'There is no such picture in this environment; `addDppPicture` stores it.';
  throw badInput([problem(['picture', 'sha256'], 'NOT_FOUND', message)]);
}

/** The picture of a view, which is masked already. */
export async function pictureOfView(
  db: Db,
  { scope, content }: DppView,
): Promise<StoredPicture | undefined> {
  const sha256 = pictureOf(content);
  return sha256 === null ? undefined : findPicture({ db, scope }, sha256);
}
