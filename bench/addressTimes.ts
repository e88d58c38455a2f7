import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import * as access from '@promenade/contract/access';
import { comment, invite } from '@promenade/contract/network';
import { profile, saveProfile, split } from '@promenade/contract/profile';
import * as signUp from '@promenade/contract/signUp';
import { createAccount } from '../server/access/accounts.ts';
import { hashPassword } from '../server/access/passwords.ts';
import { openContext } from '../server/platform/openContext.ts';
import { removeEmbeddedPostgres } from '../server/platform/postgres/embeddedPostgres.ts';
import { readConfig } from '../server/platform/process/config.ts';
import { createSilentLog } from '../server/platform/process/log.ts';
import { companyAnswers, personAnswers } from '../server/testing/applicants.ts';
import { createClient } from '../server/testing/client.ts';
import { createRelease } from '../server/testing/releases.ts';
import { startStep } from './steps.ts';

// Whether the time of an answer tells who is registered: each route that takes an address and must not tell is called in
// pairs, a registered and an unknown address in turn, in the running service. |z| over 3 in every round is a difference.

const PAIRS = Number(process.argv[2] ?? 100);
const ROUNDS = 2;
const MAX_Z = 3;
/** Mails and jobs of a call end before the next one. */
const PAUSE_MS = 15;
const PASSWORD = 'Promenade-1';

startStep('Starting the service');
const folder = await mkdtemp(join(tmpdir(), 'promenade-bench-addresses-'));
const env = { ...process.env, DATA_DIR: folder, DEMO: '0', PORT: '0' };
const service = spawn(process.execPath, ['scripts/run.mjs', 'server/main.ts'], {
  env,
  stdio: ['ignore', 'pipe', 'inherit'],
});
const url = await waitForUrl();
const { context, close } = await openContext(readConfig({ DATA_DIR: folder }), { log: createSilentLog() });
try {
  await measureRoutes(url);
} finally {
  await close();
  service.kill('SIGTERM');
  await once(service, 'exit');
  await removeEmbeddedPostgres(folder);
}

async function waitForUrl(): Promise<string> {
  for await (const line of createInterface({ input: service.stdout })) {
    const [url] = /http:\S+/.exec(line) ?? [];
    if (url) return url;
  }
  throw new Error('The service ended before it was ready.');
}

async function measureRoutes(url: string): Promise<void> {
  const { db } = context;
  const password_hash = await hashPassword(PASSWORD);
  const register = (email: string) => createAccount(db, { email, password_hash, verified: true });
  await register('caller@bench.example');
  const { releaseid } = await createRelease(context, {
    title: 'Bench',
    commenting_enabled: true,
    mark: false,
    label: { name: 'Bench', contact: 'label@bench.example' },
  });
  const signedIn = await createClient(url)(access.signIn, {
    body: { username: 'caller@bench.example', password: PASSWORD },
  });
  const call = createClient(url, signedIn.body['access-token']);
  const own = (await call(profile)).body;
  const signUpAnswers = { ...personAnswers, ...companyAnswers, hasAcceptedTerms: true, email_token: 'x' };
  const routes: Record<string, (email: string) => Promise<{ status: number }>> = {
    'sign-in': (email) => call(access.signIn, { body: { username: email, password: 'Wrong-guess-1' } }),
    reset: (email) => call(access.requestReset, { params: { email } }),
    'recipient form 1': (email) => call(signUp.recipientForm1, { body: { ...personAnswers, email } }),
    'recipient form 2, both stored': (email) => call(signUp.recipientForm2, { body: { ...companyAnswers, email } }),
    'code of a sign-up': (email) => call(signUp.validateCode, { body: { email, code: '12345' } }),
    'sign-up without proof': (email) => call(signUp.confirmSignUp, { body: { ...signUpAnswers, email } }),
    invitation: (email) =>
      call(invite, { body: { invitations: [{ invitee_email: email, relationship: 'other' as const }] } }),
    'contact request': (email) =>
      call(comment, { params: { releaseid }, body: { player_email: email, comment_type_id: 1, comment_text: 'A?' } }),
    profile: (email) => call(saveProfile, { body: { ...own, country: 'GB', mailto: email } }),
    split: (email) => call(split, { body: { email } }),
  };
  let created = 0;
  for (const [name, send] of Object.entries(routes)) {
    startStep(`Measuring ${name}, ${ROUNDS} times ${PAIRS} pairs`);
    const rounds: { z: number; ms: number }[] = [];
    const statuses = new Set<number>();
    for (let round = 0; round < ROUNDS; round++) {
      const differences: number[] = [];
      for (let pair = -5; pair < PAIRS; pair++) {
        created += 1;
        const [registered, unknown] = [`known${created}@bench.example`, `other${created}@bench.example`];
        await register(registered);
        if (name.endsWith('both stored'))
          for (const email of [registered, unknown]) await routes['recipient form 1']?.(email);
        await db.deleteFrom('rate_limits').execute();
        const times: Record<string, number> = {};
        for (const email of pair % 2 === 0 ? [registered, unknown] : [unknown, registered]) {
          await pause(PAUSE_MS);
          const start = performance.now();
          statuses.add((await send(email)).status);
          times[email] = performance.now() - start;
        }
        // The first pairs warm the route up.
        if (pair >= 0) differences.push((times[registered] ?? 0) - (times[unknown] ?? 0));
      }
      rounds.push(summarise(differences));
    }
    const isOver = rounds.every(({ z }) => Math.abs(z) > MAX_Z);
    if (isOver) process.exitCode = 1;
    const figures = rounds.map(({ z, ms }) => `z ${z.toFixed(1)} (${ms.toFixed(2)} ms)`).join(', ');
    console.log(`${name}: ${figures}; status ${[...statuses].join(', ')}${isOver ? ' – OVER' : ''}`);
  }
}

/** Mean of the differences and how many of its standard errors it is from zero. */
function summarise(differences: number[]): { z: number; ms: number } {
  const ms = differences.reduce((sum, value) => sum + value, 0) / differences.length;
  const variance = differences.reduce((sum, value) => sum + (value - ms) ** 2, 0) / (differences.length - 1);
  return { z: ms / Math.sqrt(variance / differences.length), ms };
}
