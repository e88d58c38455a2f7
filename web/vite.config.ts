import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig, type IndexHtmlTransformContext, type Plugin, type Rolldown } from 'vite';

type CodeSplittingNameFunction = Rolldown.CodeSplittingNameFunction;

/** The fonts of the first screen; other subsets load when a character needs them. */
const FIRST_FONTS = /(geist|bricolage-grotesque)-latin-wght-normal/;

/** The screens for people without a session, and the messages that all screens show. */
const PUBLIC_SCREENS = ['Announcements', 'ForgotPassword', 'SetPassword', 'SignUp', 'Unsubscribe', 'Verify'];

/** Screens of one load: each list becomes a chunk with all that its modules import statically and no chunk before it has. */
const LOADS = {
  gallery: ['screens/Shell.tsx', 'screens/Releases.tsx'],
  dock: [
    'screens/PlayerDock.tsx',
    'gallery/laterParts.ts',
    'selection/SelectionLayer.tsx',
    // Of lists and of the desk, which does not load lists.
    'catalogue/musicalKey.ts',
    'catalogue/openingData.ts',
  ],
  dialog: ['design/Dialog.tsx'],
  lists: ['gallery/table/ReleaseTable.tsx', 'release/ReleaseDialog.tsx', 'search/SearchInput.tsx'],
};

/** What a press on the first screen opens; fetched when that screen is idle. */
const LATER = [...LOADS.dialog, ...LOADS.lists, 'player/queue/QueuePanel.tsx', 'release/ReleaseErrorDialog.tsx'];

/** The large dialog and drag-and-drop libraries: each screen loads the parts that it uses. */
const DIALOG_LIBRARIES = /node_modules.(react-aria|react-stately|@react-|@internationalized|@dnd-kit)/;

/** A chunk of the modules that every list of files imports statically. */
function createGroup(name: string, ...lists: string[][]) {
  let closures: Set<string>[] | undefined;
  const getName: CodeSplittingNameFunction = (id, context) => {
    closures ??= lists.map((files) => {
      const modules = new Set(files.map((file) => join(import.meta.dirname, file)));
      // A set also visits what is added meanwhile.
      for (const module of modules)
        for (const imported of context.getModuleInfo(module)?.importedIds ?? []) modules.add(imported);
      return modules;
    });
    return closures.every((modules) => modules.has(id)) ? name : null;
  };
  return { name: getName, debugName: name };
}

/**
 * Preloads the fonts of the first screen, which the style sheet would request later, and puts links to what a signed-in
 * browser needs into templates: `firstCall.ts` and `Shell.tsx` insert them. The script of `firstCall.ts` comes first.
 */
function linkFiles(): Plugin {
  return {
    name: 'link-files',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (html, { bundle = {} }) => {
        const createLink = (file: string, attrs: Record<string, string>) => ({
          tag: 'link',
          attrs: { ...attrs, href: `/${file}`, crossorigin: true },
        });
        const fonts = Object.keys(bundle)
          .filter((file) => FIRST_FONTS.test(file))
          .map((file) => createLink(file, { rel: 'preload', as: 'font', type: 'font/woff2' }));
        const known = new Set(Object.keys(bundle).filter((file) => html.includes(file)));
        const createTemplate = (id: string, modules: string[]) => {
          const files = listFiles(bundle, modules).filter((file) => !known.has(file));
          const children = files.map((file) =>
            createLink(file, file.endsWith('.css') ? { rel: 'preload', as: 'style' } : { rel: 'modulepreload' }),
          );
          for (const file of files) known.add(file);
          return { tag: 'template', attrs: { id }, children, injectTo: 'head' as const };
        };
        return {
          html: html.replace(/^( *<script type="module"[^]*?)(^ *<script.*\/call-.*\n)/m, '$2$1'),
          tags: [...fonts, createTemplate('signed-in', LOADS.gallery), createTemplate('later', LATER)],
        };
      },
    },
  };
}

type Bundle = NonNullable<IndexHtmlTransformContext['bundle']>;

/** The scripts and style sheets of modules, with all that they import statically. */
function listFiles(bundle: Bundle, modules: string[]): string[] {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const paths = modules.map((module) => join(import.meta.dirname, module));
  const found = new Set(chunks.filter(({ facadeModuleId }) => paths.includes(facadeModuleId ?? '')));
  for (const { imports } of found)
    for (const chunk of chunks.filter(({ fileName }) => imports.includes(fileName))) found.add(chunk);
  const files = [...found].flatMap(({ fileName, viteMetadata }) => [fileName, ...(viteMetadata?.importedCss ?? [])]);
  return [...new Set(files)];
}

/** Removes what only the server uses of the contract: summaries and refusals of routes, and sentences of errors. */
function removeServerTexts(): Plugin {
  return {
    name: 'remove-server-texts',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /\/contract\/(?:\w+\/)?\w+\.ts$/ },
      handler: (code) =>
        code
          .replaceAll(/^ {2}summary:\s+(['"]).*\1,$/gm, '')
          .replaceAll(/^ {2}refuses: \[[^\]]*\],$/gm, '')
          .replaceAll(/^( {2}[A-Z_]+: \[\d+), .*\],$/gm, '$1],'),
    },
  };
}

const ICONS = createRequire(import.meta.url)
  .resolve('lucide-react')
  .replace('cjs/lucide-react.js', 'esm/lucide-react.mjs');

/** Imports each icon from its own file: a chunk then gets the icons of its modules, not those of the whole app. */
function importIcons(): Plugin {
  const lines = readFileSync(ICONS, 'utf8').matchAll(/^export \{(.*)\} from '(.*)';$/gm);
  const fileOf = new Map(
    [...lines].flatMap(([, names = '', file = '']) =>
      [...names.matchAll(/default as (\w+)/g)].map(([, name = '']) => [name, join(dirname(ICONS), file)] as const),
    ),
  );
  const importIcon = (name: string) => `import ${name} from ${JSON.stringify(fileOf.get(name))};`;
  return {
    name: 'import-icons',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /\.tsx?$/, code: /from 'lucide-react'/ },
      handler: (code) =>
        code.replaceAll(/^import \{([^}]*)\} from 'lucide-react';$/gm, (_line, names: string) =>
          [...names.matchAll(/(?<!type )\b[A-Z]\w*/g)].map(([name]) => importIcon(name)).join(' '),
        ),
    },
  };
}

/** Puts each CSS module into the layer of its folder: features override design (`base.css` has the order). */
function layerStyles(): Plugin {
  return {
    name: 'layer-styles',
    enforce: 'pre',
    transform: {
      filter: { id: /\.module\.css$/, code: /^(?!@layer)/ },
      handler: (code, id) => `@layer ${id.includes('/web/design/') ? 'design' : 'components'} {\n${code}}\n`,
    },
  };
}

/** Builds into web/dist; the development server uses the same configuration. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), layerStyles(), linkFiles(), removeServerTexts(), importIcons()],
  build: {
    target: ['chrome123', 'firefox128', 'safari17.5'],
    manifest: true,
    sourcemap: false,
    // Inlined images would need `data:` in the content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // Merged chunks lose the names by which the links of the page and the sizes find them.
      experimental: { chunkOptimization: false },
      output: {
        // Without the list of entries: the first script contains the names of all.
        chunkFileNames: ({ name }) => `assets/${name.split('~')[0]}-[hash].js`,
        codeSplitting: {
          groups: [
            { name: 'call', test: /web.platform.firstCall\./, priority: 3 },
            { name: 'libraries', tags: ['$initial'], test: /node_modules/, priority: 2 },
            { name: 'first', tags: ['$initial'], priority: 1 },
            { name: 'dialogs', test: DIALOG_LIBRARIES, entriesAware: true },
            createGroup(
              'shared',
              PUBLIC_SCREENS.map((name) => `screens/${name}.tsx`),
              Object.values(LOADS).flat(),
            ),
            createGroup('gallery', LOADS.gallery),
            createGroup('dock', LOADS.dock),
            createGroup('dialog', LOADS.dialog),
            {
              name: 'icons',
              test: /lucide-react.dist.esm.icons/,
              entriesAware: true,
              entriesAwareMergeThreshold: 3_000,
            },
            createGroup('lists', LOADS.lists),
          ],
        },
      },
    },
  },
});
