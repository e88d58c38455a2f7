import { afterEach, expect, test } from 'vitest';
import config, { ingestRows, serverRows, webRows } from '../.dependency-cruiser.mjs';
import { checkBoundaries, findUnreadImports } from './boundaries.ts';
import { plantTree } from './plantedTree.ts';
import { codeFiles } from './sources.ts';

const thing = 'export const thing = 1;\n';
const uses = (target: string): string => `import { thing } from '${target}';\nexport const used = thing;\n`;
const npm = (name: string): Record<string, string> => ({
  [`node_modules/${name}/package.json`]: JSON.stringify({ name, main: 'index.js' }),
  [`node_modules/${name}/index.js`]: thing,
});

/** A small project that follows the import table. */
const validProject: Record<string, string> = {
  'package.json': JSON.stringify({ name: 'project', type: 'module' }),
  ...npm('zod'),
  ...npm('kysely'),
  ...npm('fastify'),
  ...npm('@tanstack/react-query'),
  'contract/access.ts': uses('zod'),
  'server/platform/database/db.ts': uses('kysely'),
  'server/access/queries.ts': uses('kysely'),
  'server/access/routes.ts': uses('./queries.ts').replace('thing }', 'used as thing }'),
  'server/access/access.test.ts': uses('../testing/testServer.ts'),
  'server/app.ts': uses('./access/routes.ts').replace('thing }', 'used as thing }'),
  'server/testing/testServer.ts': thing,
  'web/main.tsx': uses('./router.tsx'),
  'web/router.tsx': "import { used } from './screens/Home.tsx';\nexport const thing = used;\n",
  'web/screens/Home.tsx': uses('../player/Bar.tsx'),
  'web/platform/api.ts': thing,
  'web/design/Button.tsx': thing,
  'web/player/data.ts': uses('@tanstack/react-query'),
  'web/player/Bar.tsx': "import { used } from './data.ts';\nexport const thing = used;\n",
  'scripts/seed.ts': uses('../server/testing/testServer.ts'),
};

/** For each rule one file that breaks it, and what it must be told about. */
const plants: Record<string, { file: string; text: string; also?: Record<string, string> }> = {
  'contract-imports-zod-only': { file: 'contract/media.ts', text: uses('fastify') },
  'server-does-not-import-web': { file: 'server/access/page.ts', text: uses('../../web/platform/api.ts') },
  'server-platform-does-not-import-features': { file: 'server/platform/x.ts', text: uses('../access/queries.ts') },
  'demo-imported-by-main-only': {
    file: 'server/access/x.ts',
    text: uses('../../demo/createDemo.ts'),
    also: { 'demo/createDemo.ts': thing },
  },
  'server-entry-is-not-imported': { file: 'server/access/x.ts', text: uses('../app.ts') },
  'server-testing-only-in-tests': { file: 'server/access/x.ts', text: uses('../testing/testServer.ts') },
  'server-sql-only-in-queries': { file: 'server/access/signIn.ts', text: uses('kysely') },
  'web-does-not-import-server': { file: 'web/player/x.ts', text: uses('../../server/platform/database/db.ts') },
  'web-design-has-no-domain': { file: 'web/design/Card.tsx', text: uses('../../contract/access.ts') },
  'web-platform-does-not-import-features': { file: 'web/platform/x.ts', text: uses('../player/data.ts') },
  'web-data-has-no-views': { file: 'web/catalogue/flagData.ts', text: uses('../design/Button.tsx') },
  'web-api-in-data-only': { file: 'web/player/x.ts', text: uses('../platform/api.ts') },
  'web-query-library-in-data-only': { file: 'web/player/x.ts', text: uses('@tanstack/react-query') },
  'web-label-deliver-does-not-import-editor': {
    file: 'web/label/deliver/x.ts',
    text: uses('../editor/editorData.ts'),
    also: { 'web/label/editor/editorData.ts': thing },
  },
  'web-testing-only-in-tests': {
    file: 'web/player/x.ts',
    text: uses('../testing/render.ts'),
    also: { 'web/testing/render.ts': thing },
  },
  'web-screens-imported-by-router-only': { file: 'web/player/x.ts', text: uses('../screens/Home.tsx') },
  'web-entry-is-not-imported': { file: 'web/player/x.ts', text: uses('../router.tsx') },
  'no-cycles': {
    file: 'web/player/one.ts',
    text: "import type { Two } from './two.ts';\nexport type One = Two;\n",
    also: { 'web/player/two.ts': "import type { One } from './one.ts';\nexport type Two = One;\n" },
  },
  'no-unresolved': { file: 'web/player/x.ts', text: uses('./nowhere.ts') },
  'tools-are-not-imported': { file: 'server/access/x.ts', text: uses('../../scripts/seed.ts') },
  'tests-are-not-imported': { file: 'server/access/x.ts', text: uses('./access.test.ts') },
};

for (const [side, rows] of Object.entries({ server: serverRows, web: webRows, 'server/ingest': ingestRows })) {
  for (const [feature, row] of Object.entries(rows)) {
    const stranger = Object.keys(rows).find((other) => other !== feature && !row.includes(other)) ?? '';
    plants[`${side}-${feature}-follows-its-row`] = {
      file: `${side}/${feature}/planted.ts`,
      text: `import type { thing } from '../${stranger}/secret.ts';\nexport type Used = typeof thing;\n`,
      also: { [`${side}/${stranger}/secret.ts`]: thing },
    };
  }
}

let remove = (): void => undefined;
afterEach(() => remove());

function plant(files: Record<string, string>) {
  const tree = plantTree(files);
  remove = tree.remove;
  return tree;
}

const check = (files: Record<string, string>) => checkBoundaries(plant(files).root);

test('a project that follows the import table passes, and every file was parsed', async () => {
  const report = await check(validProject);
  expect(report).toMatchObject({ violations: [], unread: [], files: 15, imports: 12 });
});

test('every rule has a planted violation', () => {
  expect(Object.keys(plants).sort()).toEqual(config.forbidden.map((rule) => rule.name).sort());
});

test.each(Object.entries(plants))('a violation of %s is found', async (rule, { file, text, also }) => {
  const { violations, unread } = await check({ ...validProject, ...also, [file]: text });
  expect(unread).toEqual([]);
  expect(violations).toContainEqual(expect.objectContaining({ rule, from: file }));
});

test('a parser that finds no imports does not pass', async () => {
  const { root } = plant(validProject);
  const files = codeFiles(root);
  expect(findUnreadImports(root, files, [])).toEqual(files);
  const blind = files.map((source) => ({ source, dependencies: [], dependents: [], valid: true }));
  expect(findUnreadImports(root, files, blind)).toContain('server/access/queries.ts -> kysely');
});
