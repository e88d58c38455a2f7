import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** The fonts of the first screen; other subsets load when a character needs them. */
const FIRST_FONTS = /(geist|bricolage-grotesque)-latin-wght-normal/;

/** The large dialog and drag-and-drop libraries: only the screens that use them load them. */
const DIALOG_LIBRARIES = 'node_modules.(react-aria|react-stately|@react-|@internationalized|@dnd-kit)';

/** Actions of menus, tables and marks: many screens share them, the gallery needs them after its first paint. */
const LATER_MODULES =
  'contract.library|web.platform.optimistic|web.releases.(marksData|TitleCell|FlagButton|ArchiveButton)|web.player.queue(Actions|Edits)|web.downloads.(bundle|downloadMenu|DownloadButtons)|web.design.(MenuButton|ConfirmDialog|DialogButtons)|icons.(ellipsis|flag-off|list-plus)\\.';

/** All other modules. */
const SHARED_MODULES = new RegExp(`^(?!.*(${DIALOG_LIBRARIES}|${LATER_MODULES}))`);

/** Small modules shared by the gallery and a few other screens; one chunk compresses better and is requested once. */
const LIST_MODULES =
  /web.(design.(DropdownButton|EmptyState|PageHeader)|downloads.FormatButton|gallery.(hoverIntent|filters|FilterCount|ListStates|infiniteScroll|scrollRestoration|Skeletons|plainClick)|player.UnplayableNote|releases.ListLinks|selection.(ListSelection|SelectButton|Selectable))\.(tsx?|module\.css)$|lucide-react.*icons.(arrow-left|forward|list-music|rotate-ccw-clock|search|sliders-horizontal|volume-2)\.|query-core.*.mutation\./;

/** Preloads the fonts of the first screen, which the style sheet would request later. */
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

/** Removes what only the server uses of the contract: summaries of routes and sentences of errors. */
function removeServerTexts(): Plugin {
  return {
    name: 'remove-server-texts',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /\/contract\/\w+\.ts$/ },
      handler: (code) =>
        code.replaceAll(/^ {2}summary:\s+(['"]).*\1,$/gm, '').replaceAll(/^( {2}[A-Z_]+: \[\d+), .*\],$/gm, '$1],'),
    },
  };
}

/** Builds into web/dist; the development server uses the same configuration. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), preloadFonts(), removeServerTexts()],
  build: {
    target: ['chrome123', 'firefox128', 'safari17.5'],
    manifest: true,
    sourcemap: false,
    // Inlined images would need `data:` in the content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // The first load is two scripts: libraries, which change rarely, and the product's own code. Modules that
        // many screens share form a third chunk, smaller after compression than many little ones.
        codeSplitting: {
          groups: [
            { name: 'libraries', tags: ['$initial'], test: /node_modules/, priority: 2 },
            { name: 'first', tags: ['$initial'], priority: 1 },
            { name: 'frame', minShareCount: 9, test: SHARED_MODULES },
            { name: 'lists', test: LIST_MODULES },
          ],
        },
      },
    },
  },
});
