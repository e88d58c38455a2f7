import * as access from '@promenade/contract/access';
import { invite } from '@promenade/contract/network';
import * as signUp from '@promenade/contract/signUp';
import pg from 'pg';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { SET_UP } from '../platform/database/session.ts';
import { getScope } from '../platform/process/scope.ts';
import { companyAnswers, createNetworkHeader, personAnswers } from '../testing/applicants.ts';
import { PASSWORD, startTestServer } from '../testing/testServer.ts';
import { hashPassword } from './passwords.ts';
import { updateAccount } from './queries.ts';

/** What a stranger could measure: known and unknown addresses take the same statements, row accesses and hashes. */
const server = await startTestServer({ runsJobs: true, env: { TRUST_PROXY: '127.0.0.1' } });
let unknowns = 0;
const newUnknown = () => `unknown${++unknowns}@test.example`;

const { query } = pg.Client.prototype;
let statements: string[] = [];
/** By table, what each transaction did, also by triggers and foreign keys, which are no statements. */
let accesses: Promise<Record<string, number>>[] = [];
const before = new Map<pg.Client, Promise<Record<string, number>>>();

/** The counts of this connection since it last passed them on, which it never does within a transaction. */
async function countAccesses(client: pg.Client): Promise<Record<string, number>> {
  const { rows } = (await Reflect.apply(query, client, [
    `select relname, seq_scan + idx_scan + 1000 * (n_tup_ins + n_tup_upd + n_tup_del) as count
    from pg_stat_xact_user_tables`,
  ])) as pg.QueryResult<{ relname: string; count: string }>;
  return Object.fromEntries(rows.map(({ relname, count }) => [relname, Number(count)]));
}

async function subtract(all: Promise<Record<string, number>>, earlier?: Promise<Record<string, number>>) {
  const known = (await earlier) ?? {};
  const counts = Object.entries(await all).map(([name, count]) => [name, count - (known[name] ?? 0)] as const);
  return Object.fromEntries(counts.filter(([, count]) => count > 0));
}

const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...args: unknown[]) {
  // Jobs, listeners and the job queue's own upkeep send statements at any time.
  if (getScope()?.requestid !== undefined) {
    const [statement] = args as [string | { text: string }];
    const text = typeof statement === 'string' ? statement : statement.text;
    // A request opens a connection when all others are busy, which has nothing to do with the address that it names.
    if (text !== SET_UP) statements.push(text);
    if (text === 'commit') accesses.push(subtract(countAccesses(this), before.get(this)));
    const result: unknown = Reflect.apply(query, this, args);
    if (text === 'begin') before.set(this, countAccesses(this));
    return result;
  }
  return Reflect.apply(query, this, args);
});
afterAll(() => spy.mockRestore());
beforeEach(() => server.advanceClock(3600_000));

interface Work {
  status: number;
  body: string;
  /** First words of each statement. */
  statements: string[];
  accesses: unknown[];
}

async function measure(
  send: (email: string) => Promise<{ status: number; body: unknown; refusal: unknown }>,
  email: string,
) {
  statements = [];
  accesses = [];
  const { status, body, refusal } = await send(email);
  return {
    status,
    body: JSON.stringify(refusal ?? body),
    statements: statements.map(shorten),
    accesses: await Promise.all(accesses),
  } satisfies Work;
}

const shorten = (statement: string) => statement.trim().split(/\s+/).slice(0, 4).join(' ');

const signIn = (email: string) =>
  server.call(access.signIn, { body: { username: email, password: 'Wrong-guess-1' } }, createNetworkHeader());
const reset = (email: string) => server.call(access.requestReset, { params: { email } }, createNetworkHeader());
const firstForm = (email: string) =>
  server.call(signUp.recipientForm1, { body: { ...personAnswers, email } }, createNetworkHeader());
const secondForm = (email: string) =>
  server.call(signUp.recipientForm2, { body: { ...companyAnswers, email } }, createNetworkHeader());
const validate = (email: string) =>
  server.call(signUp.validateCode, { body: { email, code: '12345' } }, createNetworkHeader());

test.each([
  ['sign-in', signIn],
  ['reset', reset],
  ['the first form of an application', firstForm],
  ['the second form of an application', secondForm],
  ['a guessed code', validate],
])('%s is the same for every address', async (_name, send) => {
  const noPassword = await server.account();
  await updateAccount(server.db, noPassword.accountid, { password_hash: null });
  const accounts = [
    await server.account(),
    noPassword,
    await server.account({ status: 'pending' }),
    await server.account({ status: 'disabled' }),
  ];
  await send(newUnknown());
  const expected = await measure(send, newUnknown());
  expect(expected.statements.length).toBeGreaterThan(0);
  for (const { email } of accounts) expect(await measure(send, email)).toEqual(expected);
});

test('a complete application is the same for every address, also when it is repeated', async () => {
  const { email: known } = await server.account();
  const unknown = newUnknown();
  const countHalves = async () => (await server.pool.query('select 1 from application_halves')).rowCount;
  await server.pool.query('delete from application_halves');
  for (let round = 0; round < 2; round += 1) {
    expect(await measure(firstForm, known)).toEqual(await measure(firstForm, unknown));
    const work = await measure(secondForm, known);
    expect(work).toEqual(await measure(secondForm, unknown));
    expect(work.accesses.length).toBeGreaterThan(0);
    await expect.poll(countHalves).toBe(0);
  }
  const applications = await server.pool.query('select 1 from applications');
  expect(applications.rowCount).toBe(1);
});

test('an invitation is the same for every address', async () => {
  const { email: known } = await server.account();
  const inviter = await server.signedIn();
  const send = (email: string) =>
    inviter.call(invite, { body: { invitations: [{ invitee_email: email, relationship: 'other' as const }] } });
  await send(newUnknown());
  const work = [await measure(send, known), await measure(send, newUnknown())];
  for (const part of ['statements', 'accesses'] as const) expect(work[0]?.[part]).toEqual(work[1]?.[part]);
});

test('unknown addresses wait for the same hashing as known ones', async () => {
  const accounts = await Promise.all(Array.from({ length: 3 }, () => server.account()));
  // Those of other test accounts are cheaper.
  const password_hash = await hashPassword(PASSWORD);
  for (const { accountid } of accounts) await updateAccount(server.db, accountid, { password_hash });
  const known = accounts.flatMap(({ email }) => Array.from({ length: 20 }, () => email));
  const unknown = known.map(newUnknown);
  for (const emails of [known, unknown]) {
    const statuses = (await Promise.all(emails.map(signIn))).map(({ status }) => status);
    // The queue for hashing is shorter than this crowd.
    expect(new Set(statuses)).toEqual(new Set([401, 503]));
  }
});
