import { rm } from 'node:fs/promises';
import { signIn } from '@promenade/contract/access';
import { staffLabels } from '@promenade/contract/label';
import { setPassword, uniqueEmail } from '../../e2e/createAccount.ts';
import { PASSWORD } from '../../e2e/signIn.ts';
import type * as services from '../../e2e/startService.ts';
import { createClient } from '../../server/testing/client.ts';
import { writeTones } from '../tones.ts';
import { type Build, run } from './builds.ts';

const LABEL = 'Bench';

/**
 * Starts a service with so many releases of one tone each, and an account that may hear them and edits their label. `token`
 * is one of this account.
 */
export async function startConsoleService(build: Build, releases: number) {
  const { startService } = await build.load<typeof services>('e2e/startService.ts');
  const service = await startService({ env: { DEMO: '0' } });
  // Not the function of its journeys: Vitest is loaded once in a process.
  const runCommand = (file: string, ...args: string[]) =>
    run(build.folder, 'env', `DATA_DIR=${service.dataDir}`, process.execPath, 'scripts/run.mjs', file, ...args);
  try {
    const email = uniqueEmail('bench');
    const output = await runCommand('server/operator.ts', 'account', email, '--verified');
    await setPassword(service.address, email, output);
    const tones = await writeTones(releases, 8);
    await runCommand('server/import.ts', tones, '--label', LABEL);
    await rm(tones, { recursive: true });
    await runCommand('server/operator.ts', 'staff', LABEL, email, '--role', 'editor');
    const { body } = await createClient(service.address)(signIn, { body: { username: email, password: PASSWORD } });
    const token = body['access-token'];
    const call = createClient(service.address, token);
    const labelid = (await call(staffLabels, { query: {} })).body.items[0]?.labelid ?? '';
    return { ...service, email, token, call, labelid };
  } catch (problem) {
    await service.stop();
    throw problem;
  }
}
