import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { ownFiles, readText } from './sources.ts';

const root = join(import.meta.dirname, '..');
const FLOW = /^- \*\*(.+?)\*\*: (.+)$/gm;
const STEP = /`([^`]+\.(?:tsx?|sql))`|(→|⇢)/g;

interface Flow {
  name: string;
  files: string[];
  /** Pairs joined by `→`: the first file imports the second. `⇢` is a request, a job or a worker. */
  imports: [from: string, to: string][];
}

/** The flows of docs/ARCHITECTURE.md. */
function parseFlows(text: string): Flow[] {
  const section = text.slice(text.indexOf('## Flows'), text.indexOf('\n## ', text.indexOf('## Flows') + 1));
  return [...section.matchAll(FLOW)].map(([, name = '', steps = '']) => {
    const flow: Flow = { name, files: [], imports: [] };
    let arrow = '';
    for (const [, file, found] of steps.matchAll(STEP)) {
      if (found) arrow = found;
      if (!file) continue;
      const previous = flow.files.at(-1);
      if (previous && arrow === '→') flow.imports.push([previous, file]);
      arrow = '';
      flow.files.push(file);
    }
    return flow;
  });
}

const PACKAGE = '@promenade/';
const SPECIFIER = /(?:from|import)\s*\(?\s*'([^']+)'/g;

/** The project files that a file imports, statically or lazily. */
function importsOf(file: string): string[] {
  return [...readText(root, file).matchAll(SPECIFIER)].map(([, specifier = '']) =>
    specifier.startsWith(PACKAGE) ? `${specifier.slice(PACKAGE.length)}.ts` : join(dirname(file), specifier),
  );
}

const flows = parseFlows(readText(root, 'docs/ARCHITECTURE.md'));

test('the architecture page describes flows', () => {
  expect(flows.length).toBeGreaterThanOrEqual(5);
});

test.each(flows)('each file of "$name" exists, and each arrow is an import', ({ files, imports }) => {
  expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([]);
  expect(imports.filter(([from, to]) => !importsOf(from).includes(to))).toEqual([]);
});

const PATH = /`((?:contract|server|web|demo|e2e|faults|bench|scripts|docs)\/[\w./-]+\.(?:tsx?|mjs|md|json|sql))`/g;
const pages = ownFiles(root).filter((path) => path.endsWith('.md') && !path.startsWith('docs/requirements'));

test.each(pages)('every file that %s names exists', (page) => {
  const named = [...readText(root, page).matchAll(PATH)].map(([, path = '']) => path);
  expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

const LINK = /\]\((?!https?:|mailto:|\/)([^)\s#]*)(?:#([^)\s]*))?\)/g;

/** The anchors of a page, as hosts of Git make them of its headings. */
const anchorsOf = (page: string): string[] =>
  [...readText(root, page).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(/\s/g, '-'),
  );

test.each(ownFiles(root).filter((path) => path.endsWith('.md')))('every link of %s leads somewhere', (page) => {
  const dead = [...readText(root, page).matchAll(LINK)].filter(([, path = '', anchor]) => {
    const target = path === '' ? page : join(dirname(page), path);
    return !existsSync(join(root, target)) || (anchor !== undefined && !anchorsOf(target).includes(anchor));
  });
  expect(dead.map(([link]) => link)).toEqual([]);
});

test('flagging a release takes at most ten files and enters no feature twice', () => {
  const files = flows.find(({ name }) => name === 'Flag a release')?.files ?? [];
  expect(files.length).toBeGreaterThan(3);
  expect(files.length).toBeLessThanOrEqual(10);
  const features = files.map(dirname).filter((folder, index, all) => folder !== all[index - 1]);
  expect(features).toEqual([...new Set(features)]);
});
