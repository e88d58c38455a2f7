// Who may import what: the table of docs/ARCHITECTURE.md as rules. `npm run boundaries` runs them,
// scripts/boundaries.test.ts holds one planted violation for each.

/** Server features, and the features each may import. @type {Record<string, string[]>} */
export const serverRows = {
  access: [],
  catalogue: ['access'],
  media: ['catalogue'],
  library: ['catalogue'],
  playlists: ['catalogue'],
  network: ['access', 'catalogue'],
  ingest: ['catalogue', 'media'],
  notify: ['access', 'catalogue'],
  operator: ['access', 'catalogue', 'ingest', 'network', 'notify'],
};

/** Web features, and the features each may import. @type {Record<string, string[]>} */
export const webRows = {
  access: [],
  operator: [],
  network: [],
  releases: [],
  player: ['releases'],
  downloads: ['access', 'releases', 'player'],
  playlists: ['releases', 'player', 'downloads'],
  release: ['releases', 'player', 'downloads', 'playlists', 'network'],
  gallery: ['releases', 'player', 'downloads', 'playlists', 'release'],
  search: ['releases', 'player', 'release', 'gallery'],
  library: ['releases', 'player', 'release', 'gallery', 'search'],
};

const TEST = '\\.test\\.tsx?$';
const TOOLS = '^(scripts|e2e|bench|faults)/';
const DEMO = '^demo/';
const SERVER_ENTRY = '^server/(main|app|work|import|operator)\\.ts$';
const WEB_ENTRY = '^web/(main|router)\\.tsx$';
const DATA = '^web/[^/]+/([a-z][A-Za-z]*D|d)ata\\.ts$';
const QUERY_LIBRARY = '^node_modules/@tanstack/react-query/';

/** @param {string} name @param {string} comment @param {object} from @param {object} to */
const rule = (name, comment, from, to) => ({ name, severity: 'error', comment, from, to });

const contractRules = [
  rule(
    'contract-imports-zod-only',
    'The contract runs on both sides: it knows the schema library and nothing else.',
    { path: '^contract/', pathNot: TEST },
    { pathNot: '^(contract|node_modules/zod)/' },
  ),
];

const serverRules = [
  rule(
    'server-knows-no-web',
    'Contract and server never depend on the browser part.',
    { path: '^(contract|server)/' },
    { path: '^web/' },
  ),
  rule(
    'server-platform-knows-no-feature',
    'The platform carries features; it does not know them.',
    { path: '^server/platform/', pathNot: TEST },
    { path: '^server/(?!platform/|migrations/)[^/]+/' },
  ),
  ...Object.entries(serverRows).map(([feature, row]) =>
    rule(
      `server-${feature}-keeps-to-its-row`,
      `server/${feature} may import: ${['platform', ...row].join(', ')}.`,
      { path: `^server/${feature}/` },
      { path: `^server/(?!(${[feature, 'platform', 'testing', ...row].join('|')})/)[^/]+/` },
    ),
  ),
  rule(
    'demo-imported-by-main-only',
    'The demo catalogue is loaded by server/main.ts alone, when a demo is made.',
    { path: '^(contract|server|web)/', pathNot: ['^server/(main\\.ts$|testing/)', TEST] },
    { path: DEMO },
  ),
  rule(
    'server-entry-imported-by-nobody',
    'Entry points compose; only other entry points, tests and tools may start from them.',
    { path: '^(contract|server|web|demo)/', pathNot: [SERVER_ENTRY, TEST, '^server/testing/'] },
    { path: SERVER_ENTRY },
  ),
  rule(
    'server-testing-only-in-tests',
    'Makers of test worlds stay out of the product.',
    { path: '^(contract|server|web|demo)/', pathNot: [TEST, '^server/testing/'] },
    { path: '^server/testing/' },
  ),
  rule(
    'server-sql-only-in-queries',
    'Only queries.ts and <thing>Queries.ts of a feature build statements; other files may name types.',
    { path: '^server/[^/]+/', pathNot: ['^server/(platform|testing)/', '/([a-z][A-Za-z]*Q|q)ueries\\.ts$', TEST] },
    { path: '^node_modules/(kysely|pg)/', dependencyTypesNot: ['type-only'] },
  ),
];

const webRules = [
  rule(
    'web-knows-no-server',
    'The browser part knows the contract, never the server.',
    { path: '^web/' },
    { path: '^server/' },
  ),
  rule(
    'web-design-knows-no-domain',
    'Buttons, dialogs and sliders know no release and no contract: React and its primitives only.',
    { path: '^web/design/', pathNot: TEST },
    {
      path: '^(contract|web|node_modules)/',
      pathNot:
        '^(web/design|node_modules/(react|react-dom|react-aria-components|lucide-react|@tanstack/react-virtual|@dnd-kit/core|@dnd-kit/sortable|@fontsource-variable))/',
    },
  ),
  rule(
    'web-platform-knows-no-feature',
    'The platform of the browser part knows the contract, and neither features nor looks.',
    { path: '^web/platform/', pathNot: TEST },
    { path: '^web/(?!(platform|public)/)' },
  ),
  rule(
    'web-data-is-about-data',
    'Server state (data.ts, *Data.ts) knows no component and no store.',
    { path: DATA },
    { path: ['^web/(?!platform/).*(\\.tsx|Store\\.ts)$', '^web/design/'] },
  ),
  rule(
    'web-server-called-by-data-only',
    'Only data.ts files call the server.',
    { path: '^web/', pathNot: [DATA, '^web/platform/', TEST] },
    { path: '^web/platform/api\\.ts$' },
  ),
  rule(
    'web-query-library-in-data-only',
    'Server state has one home: data.ts asks and patches, platform and screens provide; views may name types.',
    { path: '^web/', pathNot: [DATA, '^web/(platform|screens|testing)/', WEB_ENTRY, TEST] },
    { path: QUERY_LIBRARY, dependencyTypesNot: ['type-only'] },
  ),
  ...Object.entries(webRows).map(([feature, row]) =>
    rule(
      `web-${feature}-keeps-to-its-row`,
      `web/${feature} may import: ${['design', 'platform', ...row].join(', ')}.`,
      { path: `^web/${feature}/` },
      { path: `^web/(?!(${[feature, 'design', 'platform', 'screens', 'testing', ...row].join('|')})/)[^/]+/` },
    ),
  ),
  rule(
    'web-testing-only-in-tests',
    'Makers of test screens stay out of the product.',
    { path: '^web/', pathNot: [TEST, '^web/testing/'] },
    { path: '^web/testing/' },
  ),
  rule(
    'web-screens-imported-by-router-only',
    'A screen is reached by its address, never by an import.',
    { path: '^web/', pathNot: [WEB_ENTRY, '^web/screens/', TEST] },
    { path: '^web/screens/' },
  ),
  rule(
    'web-entry-imported-by-nobody',
    'The entry composes; nothing below it knows it.',
    { path: '^web/', pathNot: [WEB_ENTRY, TEST] },
    { path: WEB_ENTRY },
  ),
];

const everywhere = [
  rule('no-cycles', 'Two files that need each other are one file, or three.', {}, { circular: true }),
  rule('no-unresolved', 'An import that leads nowhere.', {}, { couldNotResolve: true }),
  rule(
    'tools-imported-by-nobody',
    'Scripts, journeys, benches and faults use the product; the product does not use them. Entry points may: they build the player.',
    { path: '^(contract|server|web|demo)/', pathNot: [SERVER_ENTRY, '^server/testing/', TEST] },
    { path: TOOLS },
  ),
  rule('tests-imported-by-nobody', 'What a test exports is for nobody.', {}, { path: TEST }),
];

export default {
  forbidden: [...contractRules, ...serverRules, ...webRules, ...everywhere],
  options: {
    // The only parser here that sees type-only imports. boundaries.ts compares what it found with the import lines
    // of every file, because a parser that reads nothing finds nothing wrong.
    parser: 'swc',
    tsPreCompilationDeps: true,
    doNotFollow: { path: '^node_modules/' },
    exclude: { path: '^(web/dist|data)/' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      mainFields: ['module', 'main', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.css'],
    },
  },
};
