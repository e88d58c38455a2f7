import { afterEach, expect, test } from 'vitest';
import { checkArchitecture } from './architecture.ts';
import { lineRules } from './lineRules.ts';
import { plantTree } from './plantedTree.ts';
import { findLongFiles, treeRules } from './treeRules.ts';

const exported = '/** One. */\nexport function one(): number {\n  return 1;\n}\n';

/** A small project that follows every rule. */
const validProject: Record<string, string> = {
  'package.json': JSON.stringify({ dependencies: { zod: '4.6.7', '@promenade/contract': '0.1.0' } }),
  'docs/dependencies.md': '| package | why |\n|---|---|\n| `zod` | schemas |\n',
  'docs/operations.md': '| `PORT` | 4040 |\n| `DATA_DIR` | ./data |\n',
  'contract/index.ts': exported,
  'server/platform/process/config.ts':
    "/** Reads `PORT`. */\nexport const readConfig = () => [process.env['PORT'], process.env['DATA_DIR']];\n",
  'server/access/routes.ts': exported,
  'server/access/access.test.ts': 'const at = new Date(0);\n',
  'server/access/queries.ts': "const write = db.insertInto('accounts');\nconst read = db.selectFrom('releases');\n",
  'server/catalogue/publishQueries.ts': "const write = db.insertInto('releases');\n",
  'server/migrations/0001_accounts.sql': 'create table accounts (id int);\ncreate table releases (id int);\n',
  'web/platform/api.ts': "export const send = () => fetch('/api');\n",
  'web/player/Bar.tsx': `${exported}const said = [t('bar.title'), t('bar.count', { count }), t(\`bar.kind-\${kind}\`)];\n`,
  'web/public/players/musicsite/en.json': '{"bar":{"title":"Bar","count_one":"One","count_other":"Many","kind-a":"A"}}',
};

/** For each rule a file that breaks it. */
const plants: Record<string, [path: string, text: string]> = {
  'todo-names-its-issue': ['server/access/x.ts', '// TODO later\n'],
  'no-provisional-code': ['server/access/x.ts', '// good enough for now\n'],
  'no-machine-path': ['docs/notes.md', 'see /home/somebody/notes\n'],
  'no-registry-host': ['.npmrc', 'registry=https://registry.example.org/\n'],
  'no-mocked-modules': ['web/player/Bar.test.tsx', "vi.mock('./queue.ts');\n"],
  'no-sleeping-tests': ['web/player/Bar.test.tsx', 'await new Promise((done) => setTimeout(done, 100));\n'],
  'no-short-waits': ['web/player/Bar.test.tsx', 'await expect.poll(read, { timeout: 5_000 }).toBe(1);\n'],
  'fetch-only-in-api': ['web/player/data.ts', "const load = () => fetch('/api/audio');\n"],
  'environment-only-in-config': ['server/access/x.ts', "const port = process.env['PORT'];\n"],
  'sql-only-in-queries': ['server/access/signIn.ts', "const row = db.selectFrom('accounts');\n"],
  'migrations-expand-first': ['server/migrations/0023_later.sql', 'alter table accounts drop column id;\n'],
  'no-reexport': ['web/player/all.ts', "export * from './Bar.tsx';\n"],
  'no-top-level-await': ['web/main.tsx', 'await resumed;\n'],
  'no-hungarian-names': ['web/player/x.ts', '/** A track. */\nexport interface ITrack {\n  title: string;\n}\n'],
  'classes-are-errors': ['server/access/x.ts', '/** Keeps. */\nexport class AccountKeeper {}\n'],
  'lint-off-has-a-reason': ['server/access/x.ts', '// oxlint-disable-next-line no-console\n'],
  'folders-stay-shallow': ['server/access/rules/deep/x.ts', ''],
  'files-stay-small': ['server/access/x.ts', 'const x = 1;\n'.repeat(401)],
  'file-names-are-specific': ['server/access/utils.ts', ''],
  'no-barrels': ['server/access/index.ts', ''],
  'folders-are-in-the-table': ['server/billing/x.ts', ''],
  'routes-are-tested-over-http': ['server/media/routes.ts', exported],
  'one-feature-writes-a-table': ['server/media/queries.ts', "const write = db.updateTable('accounts');\n"],
  'migrations-are-numbered': ['server/migrations/0003_gap.sql', ''],
  'environment-is-documented': ['docs/operations.md', '| `PORT` | 4040 |\n'],
  'texts-are-used': [
    'web/public/players/musicsite/en.json',
    '{"bar":{"title":"Bar","count_one":"One","count_other":"Many","kind-a":"A","silent":"Nobody says this"}}',
  ],
  'dependencies-are-explained': ['docs/dependencies.md', '| package | why |\n|---|---|\n| `leftpad` | fun |\n'],
};

let remove = (): void => undefined;
afterEach(() => remove());

function plant(files: Record<string, string>): string {
  const tree = plantTree(files);
  remove = tree.remove;
  return tree.root;
}

test('a project that follows every rule passes', () => {
  expect(checkArchitecture(plant(validProject))).toEqual({
    files: Object.keys(validProject).length,
    rules: lineRules.length + treeRules.length,
    findings: [],
  });
});

test('every rule has a planted violation', () => {
  const names = [...lineRules, ...treeRules].map(({ name }) => name);
  expect([...Object.keys(plants), 'folders-have-one-purpose', 'prefixes-are-folders'].sort()).toEqual(names.sort());
});

test('a folder with more than 45 source files is too large; tests do not count', () => {
  const files = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, n) => [`web/player/file${n}.ts`, exported]));
  const tests = { 'web/player/file1.test.ts': '' };
  // `validProject` has one file in that folder.
  expect(checkArchitecture(plant({ ...validProject, ...files(44), ...tests })).findings).toEqual([]);
  expect(checkArchitecture(plant({ ...validProject, ...files(45) })).findings).toMatchObject([
    { rule: 'folders-have-one-purpose', location: 'web/player has 46 files' },
  ]);
});

test('five files that begin with the same word belong into a folder of that name', () => {
  const files = (folder: string, count: number) =>
    Object.fromEntries(
      ['Card', 'Grid', 'List', 'Row', 'Menu'].slice(0, count).map((end) => [`${folder}/Queue${end}.tsx`, exported]),
    );
  const check = (planted: Record<string, string>) => checkArchitecture(plant({ ...validProject, ...planted })).findings;
  expect(check(files('web/player', 4))).toEqual([]);
  expect(check(files('web/player/queue', 5))).toEqual([]);
  expect(check({ ...files('web/player', 4), 'web/player/queue.ts': exported })).toMatchObject([
    { rule: 'prefixes-are-folders', location: 'web/player has 5 files named queue…' },
  ]);
});

test.each(Object.entries(plants))('a violation of %s is found', (rule, [path, text]) => {
  const { findings } = checkArchitecture(plant({ ...validProject, [path]: text }));
  expect(findings.map((finding) => finding.rule)).toContain(rule);
});

test('a file between 250 and 400 lines is listed, but is no violation', () => {
  const root = plant({ ...validProject, 'web/player/long.ts': 'const x = 1;\n'.repeat(251) });
  expect(findLongFiles(root)).toEqual([{ path: 'web/player/long.ts', lines: 251 }]);
});
