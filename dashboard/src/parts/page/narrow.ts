/** True on a phone: as the rules of `styles/media.css` for narrow screens. */
export const IS_NARROW = matchMedia('(width < 56.25rem)').matches;
