import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { runCommand, UsageError } from '../server/platform/process/command.ts';

const help = `
Runs the API tests of a former version on the schema of this one: during an upgrade, its nodes go on with that schema.

npm run test:upgrade -- COMMIT [FILE…]
  COMMIT     the former version, such as its tag
  FILE       only these test files, as COMMIT names them; default: all that start a server of their own

Exits with 0 when all pass. A migration that breaks them must add now and remove in a later version (CONTRIBUTING.md).
`;

const root = join(import.meta.dirname, '..');
const MIGRATIONS = 'server/migrations';
/** These compare the schema itself with its migrations. */
const ABOUT_MIGRATIONS = /[mM]igrat/;

await runCommand(help, async (args) => {
  const [commit, ...named] = parseArgs({ args, allowPositionals: true }).positionals;
  if (commit === undefined) throw new UsageError('Name the former version.');
  const folder = mkdtempSync(join(tmpdir(), 'promenade-upgrade-'));
  const former = join(folder, 'former');
  try {
    execFileSync('git', ['worktree', 'add', '--quiet', '--detach', former, commit], { cwd: root });
    installPackages(former);
    // The former version finds nothing to migrate but what is new, and tests on the result.
    cpSync(join(root, MIGRATIONS), join(former, MIGRATIONS), { recursive: true });
    const files = named.length > 0 ? named : listApiTests(former);
    const vitest = join(former, 'node_modules', 'vitest', 'vitest.mjs');
    const { status } = spawnSync(process.execPath, [vitest, 'run', '--project', 'server', ...files], {
      cwd: former,
      stdio: 'inherit',
    });
    return status ?? 1;
  } finally {
    spawnSync('git', ['worktree', 'remove', '--force', former], { cwd: root });
    rmSync(folder, { recursive: true, force: true });
  }
});

/** Copies the packages of this checkout when they are the same. */
function installPackages(former: string): void {
  const readLock = (folder: string) => readFileSync(join(folder, 'package-lock.json'), 'utf8');
  if (readLock(former) !== readLock(root)) {
    console.log('Installing the packages of the former version …');
    execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: former, stdio: 'inherit' });
    return;
  }
  for (const workspace of ['', 'contract', 'server', 'web', 'demo']) {
    const packages = join(root, workspace, 'node_modules');
    // The links to the workspaces lead to those of the copy.
    if (existsSync(packages))
      cpSync(packages, join(former, workspace, 'node_modules'), { recursive: true, verbatimSymlinks: true });
  }
}

function listApiTests(former: string): string[] {
  const files = readdirSync(join(former, 'server'), { recursive: true, encoding: 'utf8' });
  return files
    .filter((file) => file.endsWith('.test.ts') && !ABOUT_MIGRATIONS.test(file))
    .map((file) => join('server', file))
    .filter((file) => readFileSync(join(former, file), 'utf8').includes('startTestServer('));
}
