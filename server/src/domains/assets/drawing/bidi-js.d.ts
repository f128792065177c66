/** The types of the package describe `exports.default` of its CommonJS form, which exports a function. */
declare module 'bidi-js/dist/bidi.mjs' {
  import type { Bidi } from 'bidi-js';

  const bidiFactory: () => Bidi;

  export { bidiFactory as default };
}
