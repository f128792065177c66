import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Everything is served by the service itself, below /static/: no other origin is asked for anything. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  build: {
    assetsDir: 'static',
    // Fonts are files: as data in the style sheet they would be loaded whether they are used or not.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
  },
});
