import { serverRows, webRows } from '../.dependency-cruiser.mjs';
import { codeFiles, ownFiles, readText, readTextIfAny } from './sources.ts';

/** A rule about the whole source tree. Each violation is one sentence. */
export interface TreeRule {
  name: string;
  advice: string;
  findViolations: (root: string) => string[];
}

const FOLDERS_DEEP = 3;
const LINES_AT_MOST = 400;
const FILES_AT_MOST = 45;
const FILES_WITH_PREFIX = 5;
const FORBIDDEN_NAMES = /(^|\/)(utils?|helpers?|common|shared|misc|managers?|services?|hooks|types)(\/|\.[a-z.]+$)/i;
const isTest = (path: string): boolean => /\.test\.tsx?$/.test(path);
const lineCount = (text: string): number => text.split('\n').length - 1;

/** Files that are worth splitting although no rule forbids their length. */
export function findLongFiles(root: string, atLeast = 250): { path: string; lines: number }[] {
  return ownFiles(root)
    .filter((path) => /^(contract|server|web|scripts|e2e|bench|faults)\/.*\.(tsx?|mjs|css)$/.test(path))
    .map((path) => ({ path, lines: lineCount(readText(root, path)) }))
    .filter(({ lines }) => lines > atLeast);
}

function hasWrongName(path: string): boolean {
  const name = path.split('/').at(-1) ?? '';
  if (/^(main|router)\.tsx$|\.d\.ts$|\.config\.ts$/.test(name)) return false;
  if (isTest(path)) return !/^[A-Za-z][A-Za-z0-9]*\.test\.tsx?$/.test(name);
  return name.endsWith('.tsx') ? !/^[A-Z][A-Za-z0-9]*\.tsx$/.test(name) : !/^[a-z][A-Za-z0-9]*\.ts$/.test(name);
}

const WRITES =
  /\b(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*'(\w+)|\b(?:insert\s+into|delete\s+from|merge\s+into|update)\s+([a-z_]+)\s*(?:\(|as\b|set\b|where\b|using\b|$)/gim;

/** Maps each table to the server features whose code writes it. */
export function findTableWriters(root: string): Map<string, Set<string>> {
  const writers = new Map<string, Set<string>>();
  const tables = findTables(root);
  for (const path of codeFiles(root)) {
    const [side, feature = ''] = path.split('/');
    if (side !== 'server' || isTest(path) || feature === 'testing' || feature.endsWith('.ts')) continue;
    for (const [, built, written] of readText(root, path).matchAll(WRITES)) {
      const table = (built ?? written ?? '').toLowerCase();
      if (tables.has(table)) writers.set(table, (writers.get(table) ?? new Set()).add(feature));
    }
  }
  return writers;
}

const CREATE_TABLE = /create\s+(?:unlogged\s+)?table\s+(?:if not exists\s+)?(\w+)/gi;

function findTables(root: string): Set<string> {
  const statements = listMigrations(root).flatMap((path) => [...readText(root, path).matchAll(CREATE_TABLE)]);
  return new Set(statements.map(([, table = '']) => table.toLowerCase()));
}

const listMigrations = (root: string): string[] =>
  ownFiles(root).filter((path) => /^server\/migrations\/.*\.sql$/.test(path));

/** Verbs of two words count as one word: `signInLimits` and `signUp` share none. */
const FIRST_WORD = /^(?:[Ss]ign(?:In|Up|Out)|[A-Za-z][a-z0-9]*)/;

/** A prefix that repeats the folder's name, such as `playlists/PlaylistCard.tsx`, is allowed. */
function findSharedPrefixes(root: string): string[] {
  const files = codeFiles(root).filter((path) => /^(contract|server|web|demo)\//.test(path) && !isTest(path));
  const groups = Object.groupBy(files, (path) => {
    const name = path.split('/').at(-1) ?? '';
    return `${path.slice(0, -name.length)}${FIRST_WORD.exec(name)?.[0].toLowerCase()}`;
  });
  return Object.entries(groups)
    .filter(([, { length } = []]) => length >= FILES_WITH_PREFIX)
    .map(([group]) => group.split('/'))
    .filter((parts) => !parts.at(-2)?.startsWith(parts.at(-1) ?? ''))
    .map((parts) => `${parts.slice(0, -1).join('/')} has ${FILES_WITH_PREFIX} files named ${parts.at(-1)}…`);
}

/** The environment variables in the settings of server/platform/process/config.ts. */
export function findVariables(root: string): string[] {
  const text = readTextIfAny(root, 'server/platform/process/config.ts');
  const names = [...text.matchAll(/\bsetting(?:<[^(]*>)?\(\s*'(\w+)'|process\.env\['(\w+)'\]/gm)].map(
    ([, key, direct]) => key ?? direct ?? '',
  );
  return [...new Set(names)];
}

const SHARED_FOLDERS = {
  server: ['platform', 'migrations', 'testing'],
  web: ['design', 'platform', 'screens', 'testing', 'public'],
};

function unknownFolders(root: string): string[] {
  const known = {
    server: [...Object.keys(serverRows), ...SHARED_FOLDERS.server],
    web: [...Object.keys(webRows), ...SHARED_FOLDERS.web],
  };
  const folders = new Set(
    codeFiles(root)
      .filter((path) => /^(server|web)\/.+\//.test(path))
      .map((path) => path.split('/').slice(0, 2).join('/')),
  );
  return [...folders].filter((folder) => {
    const [side, name = ''] = folder.split('/');
    return !known[side === 'server' ? 'server' : 'web'].includes(name);
  });
}

export const treeRules: TreeRule[] = [
  {
    name: 'folders-stay-shallow',
    advice: `A file is at most ${FOLDERS_DEEP} folders deep.`,
    findViolations: (root) => codeFiles(root).filter((path) => path.split('/').length - 1 > FOLDERS_DEEP),
  },
  {
    name: 'folders-have-one-purpose',
    advice: `A folder holds at most ${FILES_AT_MOST} source files; split it by purpose.`,
    findViolations: (root) =>
      Object.entries(Object.groupBy(codeFiles(root), (path) => path.split('/').slice(0, -1).join('/')))
        .map(([folder, files = []]) => ({ folder, count: files.filter((path) => !isTest(path)).length }))
        .filter(({ count }) => count > FILES_AT_MOST)
        .map(({ folder, count }) => `${folder} has ${count} files`),
  },
  {
    name: 'prefixes-are-folders',
    advice: `${FILES_WITH_PREFIX} files of a folder whose names begin with the same word are a folder of their own.`,
    findViolations: findSharedPrefixes,
  },
  {
    name: 'files-stay-small',
    advice: `A file with more than ${LINES_AT_MOST} lines has more than one topic.`,
    findViolations: (root) => findLongFiles(root, LINES_AT_MOST).map(({ path, lines }) => `${path} has ${lines} lines`),
  },
  {
    name: 'file-names-are-specific',
    advice: 'No utils, helpers, common, manager, service; components PascalCase.tsx, everything else camelCase.ts.',
    findViolations: (root) => codeFiles(root).filter((path) => FORBIDDEN_NAMES.test(path) || hasWrongName(path)),
  },
  {
    name: 'no-barrels',
    advice: 'Import the file itself; only contract/index.ts re-exports.',
    findViolations: (root) =>
      codeFiles(root).filter((path) => /(^|\/)index\.tsx?$/.test(path) && path !== 'contract/index.ts'),
  },
  {
    name: 'folders-are-in-the-table',
    advice: 'Add the feature to the import table in .dependency-cruiser.mjs.',
    findViolations: unknownFolders,
  },
  {
    name: 'routes-are-tested-over-http',
    advice: 'A folder with routes.ts has tests that call the routes.',
    findViolations: (root) => {
      const files = codeFiles(root);
      const tested = (folder: string): boolean => files.some((path) => isTest(path) && path.startsWith(folder));
      return files.filter((path) => path.endsWith('/routes.ts') && !tested(path.replace('routes.ts', '')));
    },
  },
  {
    name: 'one-feature-writes-a-table',
    advice: 'One feature writes a table, any may read it.',
    findViolations: (root) =>
      [...findTableWriters(root)]
        .filter(([, features]) => features.size > 1)
        .map(([table, features]) => `${table} is written by ${[...features].sort().join(', ')}`),
  },
  {
    name: 'migrations-are-numbered',
    advice: 'Migrations are 0001_…, 0002_… without a gap.',
    findViolations: (root) =>
      listMigrations(root)
        .map((path) => path.replace('server/migrations/', ''))
        .filter((name, at) => !name.startsWith(`${String(at + 1).padStart(4, '0')}_`)),
  },
  {
    name: 'environment-is-documented',
    advice: 'docs/operations.md documents every environment variable.',
    findViolations: (root) => {
      const page = readTextIfAny(root, 'docs/operations.md');
      return findVariables(root).filter((name) => !page.includes(`\`${name}\``));
    },
  },
  {
    name: 'dependencies-are-explained',
    advice: 'docs/dependencies.md has a line for each direct dependency and no others.',
    findViolations: findUnexplainedDependencies,
  },
  {
    name: 'texts-are-used',
    advice: 'Delete texts that no component uses.',
    findViolations: findUnusedTexts,
  },
];

function findUnexplainedDependencies(root: string): string[] {
  const page = readTextIfAny(root, 'docs/dependencies.md');
  const explained = new Set(
    [...page.matchAll(/^\| ([^|]+) \|/gm)].flatMap(([, cell = '']) =>
      [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name),
    ),
  );
  const direct = new Set(
    ownFiles(root)
      .filter((path) => /^([a-z]+\/)?package\.json$/.test(path))
      .flatMap((path) => directDependencies(readText(root, path))),
  );
  return [
    ...[...direct].filter((name) => !explained.has(name)).map((name) => `${name} has no line`),
    ...[...explained].filter((name) => !direct.has(name)).map((name) => `${name} is no dependency`),
  ];
}

function directDependencies(text: string): string[] {
  const manifest = JSON.parse(text) as Record<string, Record<string, string> | undefined>;
  return ['dependencies', 'devDependencies', 'optionalDependencies']
    .flatMap((kind) => Object.keys(manifest[kind] ?? {}))
    .filter((name) => !name.startsWith('@promenade/'));
}

const TEXTS = 'web/public/players/musicsite/en.json';
const LITERAL = /'((?:[^'\\\n]|\\.)*)'|"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`/g;

/** Text keys of the web app that no file uses. Unknown keys are type errors already. */
function findUnusedTexts(root: string): string[] {
  const used = new Set<string>();
  const patterns: RegExp[] = [];
  for (const path of codeFiles(root)) {
    if (!path.startsWith('web/') || isTest(path)) continue;
    for (const [, single, double, template] of readText(root, path).matchAll(LITERAL)) {
      const text = single ?? double ?? template ?? '';
      if (template?.includes('${')) patterns.push(toPattern(text));
      else used.add(text);
    }
  }
  const isAsked = (key: string) => used.has(key) || patterns.some((pattern) => pattern.test(key));
  return listKeys(JSON.parse(readTextIfAny(root, TEXTS) || '{}') as Texts).filter(
    (key) => !isAsked(key.replace(/_(one|other)$/, '')),
  );
}

interface Texts {
  [key: string]: string | Texts;
}

const listKeys = (texts: Texts, path = ''): string[] =>
  Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'string' ? [`${path}${key}`] : listKeys(value, `${path}${key}.`),
  );

/** A template such as `notice.${category}` uses every key of that shape; one that begins with a placeholder uses none. */
function toPattern(template: string): RegExp {
  const parts = template.split(/\$\{[^}]*\}/).map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return /^[a-z-]+\\\./.test(parts[0] ?? '') ? new RegExp(`^${parts.join('[\\w-]+')}$`) : /^(?!)/;
}
