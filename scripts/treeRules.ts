import { serverRows, webRows } from '../.dependency-cruiser.mjs';
import { codeFiles, ownFiles, readText } from './sources.ts';
import { unusedTexts } from './textRule.ts';

/** A rule about the whole tree: answers what breaks it, one sentence each. */
export interface TreeRule {
  name: string;
  says: string;
  broken: (root: string) => string[];
}

const FOLDERS_DEEP = 3;
const LINES_AT_MOST = 400;
const FILES_AT_MOST = 45;
const FORBIDDEN_NAMES = /(^|\/)(utils?|helpers?|common|shared|misc|managers?|services?|hooks|types)(\/|\.[a-z.]+$)/i;
const isTest = (path: string): boolean => /\.test\.tsx?$/.test(path);
const lineCount = (text: string): number => text.split('\n').length - 1;

/** Files that are long enough to think again, with their lines; not an error yet. */
export function longFiles(root: string, atLeast = 250): { path: string; lines: number }[] {
  return ownFiles(root)
    .filter((path) => /^(contract|server|web|scripts|e2e|bench|faults)\/.*\.(tsx?|mjs|css)$/.test(path))
    .map((path) => ({ path, lines: lineCount(readText(root, path)) }))
    .filter(({ lines }) => lines > atLeast);
}

function misnamed(path: string): boolean {
  const name = path.split('/').at(-1) ?? '';
  if (/^(main|router)\.tsx$|\.d\.ts$|\.config\.ts$/.test(name)) return false;
  if (isTest(path)) return !/^[A-Za-z][A-Za-z0-9]*\.test\.tsx?$/.test(name);
  return name.endsWith('.tsx') ? !/^[A-Z][A-Za-z0-9]*\.tsx$/.test(name) : !/^[a-z][A-Za-z0-9]*\.ts$/.test(name);
}

const WRITES =
  /\b(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*'(\w+)|\b(?:insert\s+into|delete\s+from|merge\s+into|update)\s+([a-z_]+)\s*(?:\(|as\b|set\b|where\b|using\b|$)/gim;

/** Table to the features of the server whose code writes it. */
export function writersOfTables(root: string): Map<string, Set<string>> {
  const writers = new Map<string, Set<string>>();
  const tables = tablesOf(root);
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

function tablesOf(root: string): Set<string> {
  const tables = new Set<string>();
  for (const path of migrationsOf(root)) {
    for (const [, table] of readText(root, path).matchAll(
      /create\s+(?:unlogged\s+)?table\s+(?:if not exists\s+)?(\w+)/gi,
    )) {
      if (table) tables.add(table.toLowerCase());
    }
  }
  return tables;
}

const migrationsOf = (root: string): string[] =>
  ownFiles(root).filter((path) => /^server\/migrations\/.*\.sql$/.test(path));

/** The environment variables that server/platform/process/config.ts reads: the keys of its schema. */
export function readVariables(root: string): string[] {
  const text = ownFiles(root).includes('server/platform/process/config.ts')
    ? readText(root, 'server/platform/process/config.ts')
    : '';
  const names = [...text.matchAll(/^\s+([A-Z][A-Z0-9_]+): |process\.env\['(\w+)'\]/gm)].map(
    ([, key, direct]) => key ?? direct ?? '',
  );
  return [...new Set(names)];
}

const NO_FEATURE = {
  server: ['platform', 'migrations', 'testing'],
  web: ['design', 'platform', 'screens', 'testing', 'public'],
};

function unknownFolders(root: string): string[] {
  const known = {
    server: [...Object.keys(serverRows), ...NO_FEATURE.server],
    web: [...Object.keys(webRows), ...NO_FEATURE.web],
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

/** What only the whole tree can break. */
export const treeRules: TreeRule[] = [
  {
    name: 'folders-stay-shallow',
    says: `A file lies at most ${FOLDERS_DEEP} folders deep.`,
    broken: (root) => codeFiles(root).filter((path) => path.split('/').length - 1 > FOLDERS_DEEP),
  },
  {
    name: 'folders-have-one-purpose',
    says: `A folder holds at most ${FILES_AT_MOST} source files; split it by purpose.`,
    broken: (root) =>
      Object.entries(Object.groupBy(codeFiles(root), (path) => path.split('/').slice(0, -1).join('/')))
        .map(([folder, files = []]) => ({ folder, count: files.filter((path) => !isTest(path)).length }))
        .filter(({ folder, count }) => count > FILES_AT_MOST && folder !== 'demo')
        .map(({ folder, count }) => `${folder} has ${count} files`),
  },
  {
    name: 'files-stay-small',
    says: `A file with more than ${LINES_AT_MOST} lines has more than one idea.`,
    broken: (root) => longFiles(root, LINES_AT_MOST).map(({ path, lines }) => `${path} has ${lines} lines`),
  },
  {
    name: 'names-say-what-it-is',
    says: 'No utils, helpers, common, manager, service; components PascalCase.tsx, everything else camelCase.ts.',
    broken: (root) => codeFiles(root).filter((path) => FORBIDDEN_NAMES.test(path) || misnamed(path)),
  },
  {
    name: 'no-barrels',
    says: 'Import the file that has it; only contract/index.ts collects.',
    broken: (root) => codeFiles(root).filter((path) => /(^|\/)index\.tsx?$/.test(path) && path !== 'contract/index.ts'),
  },
  {
    name: 'folders-are-in-the-table',
    says: 'A feature without a row in .dependency-cruiser.mjs is checked by nobody.',
    broken: unknownFolders,
  },
  {
    name: 'routes-are-tested-over-http',
    says: 'Beside a routes.ts stands a test that calls it.',
    broken: (root) => {
      const files = codeFiles(root);
      const tested = (folder: string): boolean => files.some((path) => isTest(path) && path.startsWith(folder));
      return files.filter((path) => path.endsWith('/routes.ts') && !tested(path.replace('routes.ts', '')));
    },
  },
  {
    name: 'one-feature-writes-a-table',
    says: 'One feature writes a table, any may read it.',
    broken: (root) =>
      [...writersOfTables(root)]
        .filter(([, features]) => features.size > 1)
        .map(([table, features]) => `${table} is written by ${[...features].sort().join(', ')}`),
  },
  {
    name: 'migrations-are-numbered',
    says: 'Migrations are 0001_…, 0002_… without a gap.',
    broken: (root) =>
      migrationsOf(root)
        .map((path) => path.replace('server/migrations/', ''))
        .filter((name, at) => !name.startsWith(`${String(at + 1).padStart(4, '0')}_`)),
  },
  {
    name: 'environment-is-documented',
    says: 'Every variable that the configuration reads stands in docs/operations.md.',
    broken: (root) => {
      const page = ownFiles(root).includes('docs/operations.md') ? readText(root, 'docs/operations.md') : '';
      return readVariables(root).filter((name) => !page.includes(`\`${name}\``));
    },
  },
  {
    name: 'dependencies-are-explained',
    says: 'docs/dependencies.md has a line for each direct dependency, and for nothing else.',
    broken: unexplained,
  },
  {
    name: 'texts-are-said',
    says: 'A text that no screen says goes.',
    broken: unusedTexts,
  },
];

function unexplained(root: string): string[] {
  const files = ownFiles(root);
  const page = files.includes('docs/dependencies.md') ? readText(root, 'docs/dependencies.md') : '';
  const explained = new Set(
    [...page.matchAll(/^\| ([^|]+) \|/gm)].flatMap(([, cell = '']) =>
      [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name),
    ),
  );
  const direct = new Set(
    files.filter((path) => /^([a-z]+\/)?package\.json$/.test(path)).flatMap((path) => directOf(readText(root, path))),
  );
  return [
    ...[...direct].filter((name) => !explained.has(name)).map((name) => `${name} is not explained`),
    ...[...explained].filter((name) => !direct.has(name)).map((name) => `${name} is explained and not used`),
  ];
}

function directOf(text: string): string[] {
  const manifest = JSON.parse(text) as Record<string, Record<string, string> | undefined>;
  return ['dependencies', 'devDependencies', 'optionalDependencies']
    .flatMap((kind) => Object.keys(manifest[kind] ?? {}))
    .filter((name) => !name.startsWith('@promenade/'));
}
