import { spawn, spawnSync } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { formatShortToken, LinkToken, signToken } from '../server/platform/http/tokens.ts';
import { buildMessage, composeMessage } from '../server/platform/mail/mailer.ts';
import { composeMail, type MailKind, type MailParts, type MailRelease } from '../server/platform/mail/mailText.ts';
import { readConfig } from '../server/platform/process/config.ts';
import { createSecrets } from '../server/platform/process/secrets.ts';
import { startStep } from './steps.ts';

// Rates each kind of mail with rspamd and SpamAssassin as Debian ships them, without network and without DKIM.

/** From these scores on rspamd greylists a mail, and SpamAssassin calls it spam. */
const LIMITS = [4, 5];
/** Tests of rspamd that need the name server and the connection of a real sender. */
const SENDER_TESTS = /^(HFILTER_(HELO|FROMHOST|HOSTNAME)|RDNS_|ONCE_RECEIVED)/;
const PORT = 21_333;
const SITE = 'https://music.example.org';
const RECIPIENT = 'rosa.vance@radio.example.org';

const { mails } = JSON.parse(
  await readFile(new URL('../server/platform/mail/languages/en.json', import.meta.url), 'utf8'),
) as { mails: Record<MailKind, object> };
const values = {
  playerid: randomUUID(),
  email: RECIPIENT,
  name: 'Rosa Vance',
  support: 'help@music.example',
  account: 'rosa@station.example',
  inviter: 'Robin Verhoeven',
  sender: 'Robin Verhoeven',
  title: 'Harbour Sun',
  artist: 'Mia Lindqvist',
  type: 'I want an interview',
  details: 'Radio One, programmer',
};

const secrets = createSecrets(randomBytes(32).toString('hex'));
const folder = await mkdtemp(join(tmpdir(), 'promenade-mails-'));
startStep('Starting rspamd');
const stopRspamd = await startRspamd();
console.log('| mail | rspamd | SpamAssassin | tests that counted |\n|---|---|---|---|');
try {
  for (const kind of Object.keys(mails) as MailKind[]) await rate(kind, kind, await createParts(kind));
  await rate('share, several', 'share', { values, shares: [createRelease(1), createRelease(2)] });
} finally {
  stopRspamd?.();
  await rm(folder, { recursive: true });
}

async function rate(name: string, kind: MailKind, parts: MailParts): Promise<void> {
  startStep(`Rating ${name}`);
  const message = await createMessage(kind, parts);
  const ratings = [stopRspamd && (await rateWithRspamd(message)), rateWithSpamAssassin(message)];
  const scores = ratings.map((rating) => rating?.score.toFixed(2) ?? 'not installed');
  console.log(`| ${[name, ...scores, ratings.flatMap((rating) => rating?.tests ?? []).join(', ')].join(' | ')} |`);
  if (ratings.some((rating, index) => rating && !(rating.score < (LIMITS[index] ?? 0)))) process.exitCode = 1;
}

async function createMessage(kind: MailKind, parts: MailParts): Promise<Buffer> {
  const { subject, html, text } = composeMail(kind, 'en', parts);
  const unsubscribe = parts.mailing?.oneClickUrl ?? null;
  const mail = {
    id: randomUUID(),
    kind,
    recipient: RECIPIENT,
    name: 'Rosa Vance',
    reply_to: null,
    subject,
    html,
    body: text,
    language: 'en',
    envelopeKey: '',
  };
  const mailFrom = { name: 'Promenade', address: 'mail@music.example.org' };
  const { site } = readConfig({});
  return composeMessage(buildMessage({ ...mail, unsubscribe, list: null }, [], { mailFrom, site }), 'windows');
}

function createRelease(position: number): MailRelease {
  return {
    title: `Harbour Sun ${position}`,
    artist: 'Mia Lindqvist',
    explicit: false,
    label: 'Parallel Records',
    type: 'EP',
    impact: '2026-12-04',
    url: `${SITE}/releases/releaseInfo/${randomUUID()}`,
    picture: undefined,
    color: '#553311',
    quote: 'For Sunday?',
  };
}

async function createParts(kind: MailKind): Promise<MailParts> {
  const token = await createToken(kind);
  const releases = kind === 'release' ? [createRelease(1)] : [createRelease(1), createRelease(2)];
  const mailing = {
    releases,
    more: { count: 0, url: SITE },
    reason: 'daily' as const,
    email: RECIPIENT,
    settingsUrl: `${SITE}/account/settings-preferences`,
    unsubscribeUrl: `${SITE}/unsubscribe/${token}`,
    oneClickUrl: `${SITE}/api/notifications/unsubscribe/${token}`,
  };
  return {
    values,
    ...('button' in mails[kind] && { url: `${SITE}/${kind === 'sign-in' ? 'authverify' : 'page'}/${token}` }),
    ...(kind === 'code' && { code: '04711' }),
    ...((kind === 'share' || kind === 'contact') && { quote: 'For Sunday?' }),
    ...(kind.startsWith('release') && { mailing }),
  };
}

async function createToken(kind: MailKind): Promise<string> {
  if (kind === 'sign-in') return formatShortToken(secrets, kind, randomBytes(16));
  const jti = randomBytes(32).toString('base64url');
  const claims = { kind: 'reset', email: RECIPIENT, welcome_email: false, jti } as const;
  return signToken(secrets, LinkToken, claims, new Date(Date.now() + 3600_000));
}

interface Rating {
  score: number;
  /** Names of the tests that counted. */
  tests: string[];
}

async function rateWithRspamd(body: Buffer): Promise<Rating> {
  const headers = { from: 'mail@music.example.org', rcpt: RECIPIENT };
  // rspamd replaces a worker that ended.
  while (!(await isRspamdReady())) await wait(100);
  const request = { method: 'POST', body: new Uint8Array(body), headers };
  const response = await fetch(`http://127.0.0.1:${PORT}/checkv2`, request);
  const { symbols } = (await response.json()) as { symbols: Record<string, { name: string; score: number }> };
  const tests = Object.values(symbols).filter(({ name, score }) => score !== 0 && !SENDER_TESTS.test(name));
  const score = tests.reduce((sum, test) => sum + test.score, 0);
  return { score, tests: tests.map((test) => `${test.name} ${test.score.toFixed(2)}`) };
}

function rateWithSpamAssassin(input: Buffer): Rating | undefined {
  const { stdout, error } = spawnSync('spamassassin', ['--local', '--prefspath=/dev/null'], {
    input,
    encoding: 'utf8',
  });
  if (error) return undefined;
  const [, score = 'NaN', tests = ''] =
    /score=(-?[\d.]+) required=\S+\s+tests=([\w,\s]*?)\s+autolearn/.exec(stdout) ?? [];
  const named = tests.split(/,\s*/).filter((test) => !['HTML_MESSAGE', 'NO_RECEIVED', 'NO_RELAYS'].includes(test));
  return { score: Number(score), tests: Number(score) === 0 ? [] : named };
}

/** Starts rspamd with one worker on `PORT` and without a resolver; undefined when it is not installed. */
async function startRspamd(): Promise<(() => void) | undefined> {
  if (spawnSync('rspamd', ['--version']).error) return undefined;
  const settings = {
    'options.inc':
      'disable_hyperscan = true; dns { nameserver = ["127.0.0.1:9"]; timeout = 0.1s; retransmits = 1; } filters = "chartable,regexp";',
    'worker-normal.inc': `bind_socket = "127.0.0.1:${PORT}"; count = 1;`,
    'worker-controller.inc': 'enabled = false; count = 0;',
    'worker-proxy.inc': 'enabled = false; count = 0;',
    'worker-fuzzy.inc': 'enabled = false; count = 0;',
    'logging.inc': 'type = "console"; level = "error";',
  };
  await mkdir(join(folder, 'override.d'));
  for (const [name, text] of Object.entries(settings)) await writeFile(join(folder, 'override.d', name), text);
  const variables = ['LOCAL_CONFDIR', 'DBDIR', 'RUNDIR', 'LOGDIR'].map((name) => `--var=${name}=${folder}`);
  const child = spawn('rspamd', ['--no-fork', '--insecure', ...variables, `--pid=${join(folder, 'pid')}`], {
    stdio: 'ignore',
  });
  const gone = once(child, 'exit').then(() => Promise.reject(new Error('rspamd stopped.')));
  gone.catch(() => {});
  while (!(await Promise.race([isRspamdReady(), gone]))) await wait(100);
  return () => child.kill();
}

function isRspamdReady(): Promise<boolean> {
  return fetch(`http://127.0.0.1:${PORT}/ping`).then(
    ({ ok }) => ok,
    () => false,
  );
}
