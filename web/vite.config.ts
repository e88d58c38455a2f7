import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** The two faces that the first screen is set in; every other subset loads when a character needs it. */
const FIRST_FONTS = /(geist|bricolage-grotesque)-latin-wght-normal/;

/** Asks for the fonts of the first screen together with the script, instead of after the style sheet. */
function preloadFonts(): Plugin {
  return {
    name: 'preload-fonts',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle }) =>
        Object.keys(bundle ?? {})
          .filter((file) => FIRST_FONTS.test(file))
          .map((file) => ({
            tag: 'link',
            injectTo: 'head-prepend',
            attrs: { rel: 'preload', href: `/${file}`, as: 'font', type: 'font/woff2', crossorigin: true },
          })),
    },
  };
}

/** Builds the browser part into web/dist; the server of development takes the same settings. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), preloadFonts()],
  build: {
    target: ['chrome123', 'firefox128', 'safari17.5'],
    manifest: true,
    sourcemap: false,
    // A picture inside a script or style would need data: in the content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // The first load is two scripts: libraries that change rarely, and what this product adds to them. What many
        // screens need is one more, smaller after compression than many little ones.
        codeSplitting: {
          groups: [
            { name: 'libraries', tags: ['$initial'], test: /node_modules/, priority: 2 },
            { name: 'first', tags: ['$initial'], priority: 1 },
            { name: 'frame', minShareCount: 8 },
          ],
        },
      },
    },
  },
});
