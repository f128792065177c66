import type { DppContent } from '../model.ts';
import { objectIn, textIn } from '../projections/content.ts';

/** SHA-256 of the picture that a content names; null without one. */
export function pictureOf(content: DppContent): string | null {
  return textIn(objectIn(content, 'picture'), 'sha256') ?? null;
}
