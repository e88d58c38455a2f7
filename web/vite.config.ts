import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** The two faces that the first screen is set in; every other subset loads when a character needs it. */
const FIRST_FONTS = /(geist|bricolage-grotesque)-latin-wght-normal/;

/** Dialogs and what is dragged are wanted by many screens, but by none at once. */
const OWN_OR_SMALL = /^(?!.*node_modules.(react-aria|react-stately|@react-|@internationalized|@dnd-kit))/;

/** What the gallery shares with a few screens: little things all of them, which compress well only together. */
const OF_LISTS =
  /web.(design.(DropdownButton|EmptyState|PageHeader)|gallery.(hoverIntent|filters|FilterCount|ListStates|infiniteScroll|Skeletons|plainClick))\.tsx?$/;

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

/** What documents the calls is for readers of the API: in the browser nobody asks for it. */
function withoutSummaries(): Plugin {
  return {
    name: 'without-summaries',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /\/contract\/\w+\.ts$/ },
      handler: (code) => code.replaceAll(/^ {2}summary:\s+(['"]).*\1,$/gm, ''),
    },
  };
}

/** Builds the browser part into web/dist; the server of development takes the same settings. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), preloadFonts(), withoutSummaries()],
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
            { name: 'frame', minShareCount: 9, test: OWN_OR_SMALL },
            { name: 'lists', test: OF_LISTS },
          ],
        },
      },
    },
  },
});
