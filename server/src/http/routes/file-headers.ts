/** Headers of public files: a file runs nothing and loads nothing, even if somebody opens it as a page. */
export const FILE_HEADERS = {
  'Content-Security-Policy': "sandbox; default-src 'none'; style-src 'unsafe-inline'",
  'X-Content-Type-Options': 'nosniff',
  'Access-Control-Allow-Origin': '*',
  'Cross-Origin-Resource-Policy': 'cross-origin',
} as const;

export const FOR_EVER = 'public, max-age=31536000, immutable';
