/** A word of a closed list as people read it: `INLAND_WATERWAY` is "inland waterway". */
export function inWords(word: string): string {
  return word.toLowerCase().replaceAll('_', ' ');
}
