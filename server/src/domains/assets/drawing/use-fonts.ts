import type { FontSettings } from '../../../platform/fonts.ts';

let settings: FontSettings = { folder: '', scripts: [] };

/** Sets the fonts of this thread, before it draws for the first time. */
export function useFonts(chosen: FontSettings): void {
  settings = chosen;
}

export function fontSettings(): FontSettings {
  return settings;
}
