/** A pattern that no line of the matching files may contain. */
export interface LineRule {
  name: string;
  /** What to do instead. */
  advice: string;
  files: RegExp;
  except?: RegExp;
  pattern: RegExp;
  /** Lines that are allowed although they match. */
  unless?: RegExp;
}

const CODE = /\.(tsx?|mjs)$/;
const STYLE_OR_CODE = /\.(tsx?|mjs|css|sql|html)$/;
const TEST = /\.test\.tsx?$/;
/** The rules and their tests contain the forbidden words, so no rule applies to them. */
export const RULE_FILES = /^scripts\/(lineRules|architecture\.test)\.ts$/;

export const lineRules: LineRule[] = [
  {
    name: 'todo-names-its-issue',
    advice: 'Finish it, or open an issue and add its number.',
    files: STYLE_OR_CODE,
    pattern: /\b(TODO|FIXME|XXX|HACK)\b/,
    unless: /#\d+/,
  },
  {
    name: 'no-provisional-code',
    advice: 'Say what it does, or do it properly.',
    files: CODE,
    pattern: /\b(for now|in a real (app|system|world|product)|not implemented|dummy|lorem ipsum)\b/i,
  },
  {
    name: 'no-machine-path',
    advice: 'Do not refer to paths of one machine.',
    files: /\.(tsx?|mjs|css|sql|html|json|md|yml|yaml)$|^\.ci\//,
    pattern: /(^|[\s'"`(=])\/(work|home|root|Users|tmp)\/[\w.-]+/,
  },
  {
    name: 'no-registry-host',
    advice: 'Leave the registry to the configuration of the machine that installs.',
    files: /\.(tsx?|mjs|json|md|yml|yaml)$|^\.npmrc$|^\.ci\//,
    pattern: /\bregistry\.[\w-]+\.(org|com|net)\b|"resolved": "https?:/,
  },
  {
    name: 'no-mocked-modules',
    advice: 'Test the real module; pass what varies as an argument.',
    files: TEST,
    pattern: /\bvi\.(mock|doMock)\(/,
  },
  {
    name: 'no-sleeping-tests',
    advice: 'Wait for a state (expect.poll, waitFor) or pass the time in.',
    files: /\.test\.tsx?$|^e2e\//,
    pattern: /timers\/promises|\bsleep\(|waitForTimeout\(|await new Promise\(\(?\w*\)? => setTimeout/,
  },
  {
    name: 'no-short-waits',
    advice: 'Leave the limit out: a busy machine needs the default of scripts/waits.ts.',
    files: /\.test\.tsx?$|^e2e\/|\/testing\//,
    pattern: /\btimeout: ?(\d{1,4}|\d_\d{3}|1[0-4]_?\d{3})(?=\s*([,}]|$))/,
  },
  {
    name: 'fetch-only-in-api',
    advice: 'Call the server through web/platform/api.ts (request.ts sends single requests).',
    files: /^web\/.*\.tsx?$/,
    // Translations are static files, loaded before sign-in.
    except: /^web\/platform\/(api|files|eventStream|firstCall|request|text)\.ts$|\.test\.tsx?$|^web\/testing\//,
    pattern: /(?<![\w.])(window\.|globalThis\.)?fetch\(|new XMLHttpRequest|new WebSocket\(/,
  },
  {
    name: 'environment-only-in-config',
    advice: 'Read it in server/platform/process/config.ts and pass the value as an argument.',
    files: /^(contract|server|web)\/.*\.tsx?$/,
    except:
      /^server\/platform\/process\/config\.ts$|^server\/(main|import|operator|backup|restore)\.ts$|\.test\.tsx?$|^server\/testing\//,
    pattern: /\bprocess\.env\b/,
    // PATH is needed to start child processes; it is not a setting.
    unless: /process\.env\['PATH'\]/,
  },
  {
    name: 'sql-only-in-queries',
    advice: 'Put statements into queries.ts or <thing>Queries.ts of their feature, or into migrations.',
    files: /^server\/.*\.ts$/,
    except: /^server\/(platform|testing|migrations)\/|\/(\w+Q|q)ueries\.ts$|\.test\.ts$/,
    pattern:
      /\.(selectFrom|insertInto|updateTable|deleteFrom|mergeInto)\(|\bsql[`<]|['"`]\s*(select|insert into|delete from|update) [a-z_]+ (from|set|\(|values|where)/i,
  },
  {
    name: 'migrations-expand-first',
    advice:
      'Nodes of the version before run on the new schema: add what is new, and drop what is old in a later version, with `-- unused since VERSION` on the line.',
    // Older migrations ran while all nodes were stopped, so the rule does not bind them.
    files: /^server\/migrations\/(?!00([01]\d|2[0-2])_).*\.sql$/,
    pattern: /\b(drop (table|column)|rename (to|column)|alter column \w+ (set not null|type))\b/i,
    unless: /-- unused since \S/,
  },
  {
    name: 'no-reexport',
    advice: 'Import the file itself: no barrels.',
    files: CODE,
    pattern: /^export (\*|type \*|\{[^}]*\}|type \{[^}]*\}) from /,
  },
  {
    name: 'no-top-level-await',
    advice: 'Await in a function: WebKit hands out modules that depend on such a script before they have run.',
    files: /^web\/.*\.tsx?$/,
    except: TEST,
    pattern: /^(await\b|for await\b|(export )?(const|let) .*= await\b)/,
  },
  {
    name: 'no-hungarian-names',
    advice: 'Name a type without a prefix letter.',
    files: CODE,
    pattern: /^\s*(export )?(interface|type|class) [ITZ][A-Z][a-z]\w*\s*(<|=|\{|extends)/,
  },
  {
    name: 'classes-are-errors',
    advice:
      'Write functions that take their dependencies as arguments; only errors and the error boundary are classes.',
    files: CODE,
    pattern: /^\s*(export )?(abstract )?class \w+/,
    unless: /extends \w*(Error|Refusal|Event)\b|class CrashBoundary extends Component\b/,
  },
  {
    name: 'lint-off-has-a-reason',
    advice: 'Give the reason: `oxlint-disable-next-line rule -- reason`.',
    files: CODE,
    pattern: /(oxlint|eslint)-disable|biome-ignore|@ts-(ignore|expect-error|nocheck)/,
    unless: /(--|biome-ignore \S+:|@ts-expect-error) \S.{9,}/,
  },
];
