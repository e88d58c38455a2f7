// The import table of docs/ARCHITECTURE.md as rules. `npm run boundaries` checks them;
// scripts/boundaries.test.ts plants a violation of each.

/** Server features, and the features each may import. @type {Record<string, string[]>} */
export const serverRows = {
  access: [],
  catalogue: ['access'],
  media: ['access', 'catalogue'],
  shelf: ['access', 'catalogue', 'media'],
  library: ['catalogue', 'shelf'],
  calendar: ['access', 'catalogue'],
  lists: ['access', 'catalogue'],
  playlists: ['catalogue'],
  network: ['access', 'catalogue'],
  ingest: ['catalogue', 'media'],
  notify: ['access', 'catalogue'],
  backup: ['access', 'catalogue', 'ingest'],
  accounts: ['access', 'catalogue', 'ingest', 'label', 'lists', 'media', 'notify'],
  operator: ['access', 'accounts', 'backup', 'catalogue', 'ingest', 'label', 'media', 'notify', 'privacy'],
  commands: ['access', 'accounts', 'backup', 'catalogue', 'ingest', 'label', 'media', 'network', 'notify', 'operator'],
  events: ['access', 'catalogue', 'shelf'],
  privacy: ['access', 'catalogue', 'library', 'lists', 'notify'],
  reports: ['access', 'catalogue', 'media', 'notify'],
  desk: ['access', 'catalogue', 'library', 'media', 'network', 'playlists', 'shelf'],
  label: ['access', 'catalogue', 'ingest', 'lists', 'media', 'network', 'notify'],
};

const ingestOrder = [
  ['analysis', 'decoders', 'workspace'],
  ['read'],
  ['ern', 'folders', 'pictures', 'sound'],
  ['mark'],
  ['workers'],
  ['run'],
  ['edits', 'storedFiles', 'uploads'],
];

/** Folders of server/ingest, and those of the lines before, which each may import. @type {Record<string, string[]>} */
export const ingestRows = Object.fromEntries(
  ingestOrder.flatMap((line, index) => line.map((folder) => [folder, ingestOrder.slice(0, index).flat()])),
);

/** Web features, and the features each may import. @type {Record<string, string[]>} */
export const webRows = {
  access: [],
  operator: ['catalogue', 'console', 'label', 'selection'],
  network: ['catalogue'],
  catalogue: [],
  player: ['catalogue'],
  downloads: ['access', 'catalogue', 'player'],
  playlists: ['catalogue', 'player', 'downloads'],
  release: ['catalogue', 'player', 'downloads', 'playlists', 'network'],
  selection: ['catalogue', 'downloads', 'playlists'],
  console: ['catalogue', 'selection'],
  gallery: ['catalogue', 'player', 'downloads', 'playlists', 'release', 'selection'],
  search: ['catalogue', 'player', 'release', 'gallery'],
  library: ['catalogue', 'player', 'release', 'gallery', 'search', 'selection'],
  reports: ['catalogue', 'player'],
  shelf: ['catalogue', 'downloads', 'gallery', 'release', 'selection'],
  desk: ['catalogue', 'player', 'downloads', 'playlists', 'release', 'gallery', 'shelf'],
  label: ['catalogue', 'player', 'downloads', 'release', 'gallery', 'selection', 'console', 'reports'],
};

const TEST = '\\.test\\.tsx?$';
const TOOLS = '^(scripts|e2e|bench|faults)/';
const DEMO = '^demo/';
const SERVER_ENTRY = '^server/(main|app|worker|import|operator|backup|restore)\\.ts$';
const WEB_ENTRY = '^web/(main|router)\\.tsx$';
const DATA = '^web/[^/]+/((listening|calendar|deliver|editor|lists|reaction|markers)/)?([a-z][A-Za-z]*D|d)ata\\.ts$';
const QUERY_LIBRARY = '^node_modules/@tanstack/react-query/';

/** @param {string} name @param {string} comment @param {object} from @param {object} to */
const rule = (name, comment, from, to) => ({ name, severity: 'error', comment, from, to });

const contractRules = [
  rule(
    'contract-imports-zod-only',
    'The contract runs on server and browser: it imports zod only.',
    { path: '^contract/', pathNot: TEST },
    { pathNot: '^(contract|node_modules/zod)/' },
  ),
];

const serverRules = [
  rule(
    'server-does-not-import-web',
    'Contract and server do not import the web app.',
    { path: '^(contract|server)/' },
    { path: '^web/' },
  ),
  rule(
    'server-platform-does-not-import-features',
    'The platform does not import features.',
    { path: '^server/platform/', pathNot: TEST },
    { path: '^server/(?!platform/|migrations/|node_modules/)[^/]+/' },
  ),
  ...Object.entries(serverRows).map(([feature, row]) =>
    rule(
      `server-${feature}-follows-its-row`,
      `server/${feature} may import: ${['platform', ...row].join(', ')}.`,
      { path: `^server/${feature}/` },
      { path: `^server/(?!(${[feature, 'platform', 'testing', ...row].join('|')})/)[^/]+/` },
    ),
  ),
  ...Object.entries(ingestRows).map(([folder, row]) =>
    rule(
      `server/ingest-${folder}-follows-its-row`,
      `server/ingest/${folder} may import: ${row.join(', ') || 'no other folder of ingest'}.`,
      { path: `^server/ingest/${folder}/`, pathNot: TEST },
      { path: `^server/ingest/(?!(${[folder, ...row].join('|')})/)[^/]+/` },
    ),
  ),
  rule(
    'demo-imported-by-main-only',
    'The demo catalogue is loaded by server/main.ts alone, when a demo is made.',
    { path: '^(contract|server|web)/', pathNot: ['^server/(main\\.ts$|testing/)', TEST] },
    { path: DEMO },
  ),
  rule(
    'server-entry-is-not-imported',
    'Only other entry points, tests and tools import entry points.',
    { path: '^(contract|server|web|demo)/', pathNot: [SERVER_ENTRY, TEST, '^server/testing/'] },
    { path: SERVER_ENTRY },
  ),
  rule(
    'server-testing-only-in-tests',
    'Test servers and test data are imported by tests only.',
    { path: '^(contract|server|web|demo)/', pathNot: [TEST, '^server/testing/'] },
    { path: '^server/testing/' },
  ),
  rule(
    'server-sql-only-in-queries',
    'Only queries.ts and <thing>Queries.ts of a feature build statements; other files may import types.',
    { path: '^server/[^/]+/', pathNot: ['^server/(platform|testing)/', '/([a-z][A-Za-z]*Q|q)ueries\\.ts$', TEST] },
    { path: '^node_modules/(kysely|pg)/', dependencyTypesNot: ['type-only'] },
  ),
];

const webRules = [
  rule(
    'web-does-not-import-server',
    'The web app imports the contract, not the server.',
    { path: '^web/' },
    { path: '^server/' },
  ),
  rule(
    'web-design-has-no-domain',
    'Design components import React and its primitives, no contract and no feature.',
    { path: '^web/design/', pathNot: TEST },
    {
      path: '^(contract|web|node_modules)/',
      pathNot:
        '^(web/design|node_modules/(react|react-dom|react-aria-components|lucide-react|@tanstack/react-virtual|@dnd-kit/core|@dnd-kit/sortable|@fontsource-variable))/',
    },
  ),
  rule(
    'web-platform-does-not-import-features',
    'The web platform imports the contract, no feature and no design component.',
    { path: '^web/platform/', pathNot: TEST },
    { path: '^web/(?!(platform|public)/)' },
  ),
  rule(
    'web-data-has-no-views',
    'data.ts and *Data.ts import no component and no store.',
    { path: DATA },
    { path: ['^web/(?!platform/).*(\\.tsx|Store\\.ts)$', '^web/design/'] },
  ),
  rule(
    'web-api-in-data-only',
    'Only data.ts and *Data.ts call the server.',
    { path: '^web/', pathNot: [DATA, '^web/platform/', TEST] },
    { path: '^web/platform/(api|files)\\.ts$' },
  ),
  rule(
    'web-query-library-in-data-only',
    'Only data.ts and *Data.ts use the query library; other files may import types.',
    { path: '^web/', pathNot: [DATA, '^web/(platform|screens|testing)/', WEB_ENTRY, TEST] },
    { path: QUERY_LIBRARY, dependencyTypesNot: ['type-only'] },
  ),
  ...Object.entries(webRows).map(([feature, row]) =>
    rule(
      `web-${feature}-follows-its-row`,
      `web/${feature} may import: ${['design', 'platform', ...row].join(', ')}.`,
      { path: `^web/${feature}/` },
      { path: `^web/(?!(${[feature, 'design', 'platform', 'screens', 'testing', ...row].join('|')})/)[^/]+/` },
    ),
  ),
  rule(
    'web-label-deliver-does-not-import-editor',
    'The editor shows deliveries; deliveries know no editor.',
    { path: '^web/label/deliver/' },
    { path: '^web/label/editor/' },
  ),
  rule(
    'web-testing-only-in-tests',
    'Test screens and test data are imported by tests only.',
    { path: '^web/', pathNot: [TEST, '^web/testing/'] },
    { path: '^web/testing/' },
  ),
  rule(
    'web-screens-imported-by-router-only',
    'Only the router and other screens import screens.',
    { path: '^web/', pathNot: [WEB_ENTRY, '^web/screens/', TEST] },
    { path: '^web/screens/' },
  ),
  rule(
    'web-entry-is-not-imported',
    'Nothing imports the entry points.',
    { path: '^web/', pathNot: [WEB_ENTRY, TEST] },
    { path: WEB_ENTRY },
  ),
];

const everywhere = [
  rule('no-cycles', 'Files do not import each other in a cycle.', {}, { circular: true }),
  rule('no-unresolved', 'Every import resolves.', {}, { couldNotResolve: true }),
  rule(
    'tools-are-not-imported',
    'The product does not import scripts, e2e, bench and faults, except that entry points build the web app.',
    { path: '^(contract|server|web|demo)/', pathNot: [SERVER_ENTRY, '^server/testing/', TEST] },
    { path: TOOLS },
  ),
  rule('tests-are-not-imported', 'Nothing imports a test.', {}, { path: TEST }),
];

export default {
  forbidden: [...contractRules, ...serverRules, ...webRules, ...everywhere],
  options: {
    // swc sees type-only imports. scripts/boundaries.ts compares the result with the import lines of every file,
    // because a parser that reads nothing finds no violation.
    parser: 'swc',
    tsPreCompilationDeps: true,
    // A workspace has packages of its own where versions differ.
    doNotFollow: { path: '(^|/)node_modules/' },
    exclude: { path: '^(web/dist|data)/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      mainFields: ['module', 'main', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.css'],
    },
  },
};
