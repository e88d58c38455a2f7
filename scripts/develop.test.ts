import { cp, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { findDataDirectory } from '../server/platform/postgres/dataDirectory.ts';
import { removeEmbeddedPostgres } from '../server/platform/postgres/embeddedPostgres.ts';
import { findRunningServer } from '../server/platform/postgres/postgresServer.ts';
import { createInstallation } from '../server/testing/installation.ts';
import { runScript } from '../server/testing/processes.ts';
import { temporaryFolder } from '../server/testing/temporaryFolder.ts';

const checkout = join(import.meta.dirname, '..');
const files = ['package.json', 'package-lock.json', 'tsconfig.base.json'];
const project = await temporaryFolder('promenade dev ');
const DATA_DIR = join(project, 'data');
afterAll(async () => {
  await removeEmbeddedPostgres(DATA_DIR);
  await rm(project, { recursive: true });
});

async function copyProject(): Promise<void> {
  const isSource = (path: string) => !/[/\\](node_modules|dist)$/.test(path);
  for (const name of ['contract', 'demo', 'scripts', 'server', 'web', ...files])
    await cp(join(checkout, name), join(project, name), { recursive: true, filter: isSource });
  await symlink(join(checkout, 'node_modules'), join(project, 'node_modules'));
}

/** The connection of a tab for reloads; resolves when it is open, to the promise of its end. */
function openTab(address: string): Promise<{ closed: Promise<void> }> {
  const headers = {
    connection: 'Upgrade',
    upgrade: 'websocket',
    'sec-websocket-version': '13',
    'sec-websocket-key': 'cHJvbWVuYWRlIHRlc3Qgdw==',
    'sec-websocket-protocol': 'vite-hmr',
  };
  return new Promise((resolve, reject) => {
    request(address, { headers })
      .on('upgrade', (_response, socket) =>
        resolve({
          closed: new Promise((close) =>
            socket
              .on('error', () => {})
              .once('close', () => close())
              .resume(),
          ),
        }),
      )
      .on('response', ({ statusCode }) => reject(new Error(`No connection for reloads: ${statusCode}.`)))
      .on('error', reject)
      .end();
  });
}

test('a changed file restarts the developed service with a tab open, and Ctrl-C also stops the database', async () => {
  await copyProject();
  await createInstallation(DATA_DIR);
  const developed = runScript('scripts/develop.ts', { root: project, env: { DATA_DIR, PORT: '0', DEMO: '0' } });
  const ready = /Promenade is ready at (http:\S+)\n/.source;
  /** As editors do: a new file takes the name of the old one. */
  const save = async (line: string) => {
    const file = join(project, 'server', 'events', 'routes.ts');
    await writeFile(`${file}.new`, `${await readFile(file, 'utf8')}console.log('${line}');\n`);
    await rename(`${file}.new`, file);
    await developed.waitForOutput(new RegExp(`^${line}\n[^]*${ready}`, 'm'));
  };

  const [, address = ''] = await developed.waitForOutput(new RegExp(ready));
  const tab = await openTab(address);
  await save('saved once');
  await tab.closed;
  await save('saved twice');

  // At Ctrl-C the signal comes twice: the terminal sends it to every process, and npm forwards its own.
  developed.kill('SIGINT');
  developed.kill('SIGINT');
  expect((await developed.ended).code).toBe(0);
  const directory = await findDataDirectory(DATA_DIR);
  expect(directory && (await findRunningServer(directory))).toBeUndefined();
});
