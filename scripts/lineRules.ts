/** A rule that one line of one file can break. */
export interface LineRule {
  name: string;
  /** What to do instead. */
  says: string;
  where: RegExp;
  notIn?: RegExp;
  pattern: RegExp;
  /** A line that is allowed although it matches. */
  unless?: RegExp;
}

const CODE = /\.(tsx?|mjs)$/;
const STYLE_OR_CODE = /\.(tsx?|mjs|css|sql|html)$/;
const TEST = /\.test\.tsx?$/;
/** These files name what is forbidden. */
const THE_RULES = /^scripts\/(lineRules|architecture\.test)\.ts$/;

/** What a single line may not say, and where. */
export const lineRules: LineRule[] = [
  {
    name: 'todo-names-its-issue',
    says: 'Finish it, or open an issue and name its number.',
    where: STYLE_OR_CODE,
    notIn: THE_RULES,
    pattern: /\b(TODO|FIXME|XXX|HACK)\b/,
    unless: /#\d+/,
  },
  {
    name: 'no-makeshift',
    says: 'Say what it does, or do it properly.',
    where: CODE,
    notIn: THE_RULES,
    pattern: /\b(for now|in a real (app|system|world|product)|not implemented|dummy|lorem ipsum)\b/i,
  },
  {
    name: 'no-machine-path',
    says: 'A path of one machine means nothing on another.',
    where: /\.(tsx?|mjs|css|sql|html|json|md|yml|yaml)$|^\.ci\//,
    notIn: THE_RULES,
    pattern: /(^|[\s'"`(=])\/(work|home|root|Users|tmp)\/[\w.-]+/,
  },
  {
    name: 'no-registry-host',
    says: 'Which registry serves a package is the business of the machine that installs.',
    where: /\.(tsx?|mjs|json|md|yml|yaml)$|^\.npmrc$|^\.ci\//,
    notIn: THE_RULES,
    pattern: /\bregistry\.[\w-]+\.(org|com|net)\b|"resolved": "https?:/,
  },
  {
    name: 'no-mocked-modules',
    says: 'Test the real module; pass what varies as an argument.',
    where: TEST,
    notIn: THE_RULES,
    pattern: /\bvi\.(mock|doMock)\(/,
  },
  {
    name: 'no-sleeping-tests',
    says: 'Wait for a state (expect.poll, waitFor) or pass the time in.',
    where: /\.test\.tsx?$|^e2e\//,
    notIn: THE_RULES,
    pattern: /timers\/promises|\bsleep\(|waitForTimeout\(|await new Promise\(\(?\w*\)? => setTimeout/,
  },
  {
    name: 'fetch-only-in-api',
    says: 'Ask through web/platform/api.ts.',
    where: /^web\/.*\.tsx?$/,
    // Translations are files beside the page, read before anybody is known.
    notIn: /^web\/platform\/(api|text)\.ts$|\.test\.tsx?$|^web\/testing\//,
    pattern: /(?<![\w.])(window\.|globalThis\.)?fetch\(|new XMLHttpRequest|new WebSocket\(/,
  },
  {
    name: 'environment-only-in-config',
    says: 'Read it in server/platform/process/config.ts and pass the value on.',
    where: /^(contract|server|web)\/.*\.tsx?$/,
    notIn:
      /^server\/platform\/process\/config\.ts$|^server\/(main|import|operator)\.ts$|\.test\.tsx?$|^server\/testing\//,
    pattern: /\bprocess\.env\b/,
    // How a child process finds its programs is no setting of ours.
    unless: /process\.env\['PATH'\]/,
  },
  {
    name: 'sql-only-in-queries',
    says: 'Statements live in queries.ts or <thing>Queries.ts of their feature, and in migrations.',
    where: /^server\/.*\.ts$/,
    notIn: /^server\/(platform|testing|migrations)\/|\/(\w+Q|q)ueries\.ts$|\.test\.ts$/,
    pattern:
      /\.(selectFrom|insertInto|updateTable|deleteFrom|mergeInto)\(|\bsql[`<]|['"`]\s*(select|insert into|delete from|update) [a-z_]+ (from|set|\(|values|where)/i,
  },
  {
    name: 'no-reexport',
    says: 'Import the file that has it: no barrels.',
    where: CODE,
    notIn: THE_RULES,
    pattern: /^export (\*|type \*|\{[^}]*\}|type \{[^}]*\}) from /,
  },
  {
    name: 'no-hungarian-names',
    says: 'A type is called what it is, without a letter in front.',
    where: CODE,
    notIn: THE_RULES,
    pattern: /^\s*(export )?(interface|type|class) [ITZ][A-Z][a-z]\w*\s*(<|=|\{|extends)/,
  },
  {
    name: 'classes-are-errors',
    says: 'Functions take their world as an argument; only errors are classes, and the one React component that must be.',
    where: CODE,
    notIn: THE_RULES,
    pattern: /^\s*(export )?(abstract )?class \w+/,
    unless: /extends \w*(Error|Refusal|Event)\b|class CrashBoundary extends Component\b/,
  },
  {
    name: 'lint-off-has-a-reason',
    says: 'Write why behind two dashes: `oxlint-disable-next-line rule -- reason`.',
    where: CODE,
    notIn: THE_RULES,
    pattern: /(oxlint|eslint)-disable|biome-ignore|@ts-(ignore|expect-error|nocheck)/,
    unless: /(--|biome-ignore \S+:|@ts-expect-error) \S.{9,}/,
  },
];
