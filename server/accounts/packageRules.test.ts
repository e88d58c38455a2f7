import { randomUUID } from 'node:crypto';
import { release as releaseRoute } from '@promenade/contract/catalogue';
import * as contract from '@promenade/contract/operatorCatalogue';
import {
  account,
  accounts,
  decideApplication,
  decideCountry as decideCountryRoute,
  undoApplication,
} from '@promenade/contract/operatorPeople';
import { operatorToday } from '@promenade/contract/operatorService';
import { profile, saveProfile } from '@promenade/contract/profile';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { createInvitation } from '../access/invitations.ts';
import { companyAnswers, createApplicants, personAnswers } from '../testing/applicants.ts';
import { refused } from '../testing/client.ts';
import { createOperatorCommand, listAudit } from '../testing/operatorCommand.ts';
import { PASSWORD, type SignedIn, startTestServer } from '../testing/testServer.ts';
import { changePackages } from './account.ts';
import { applyAllRules, decideCountry, setRule } from './packageRules.ts';

const server = await startTestServer();
const { db, pool } = server;
const command = await createOperatorCommand(pool.options);
let operator: SignedIn;
beforeAll(async () => {
  operator = await server.signedIn({ operator: true });
});

type Told = Partial<{ industry: string; role: string; primary_format: string; secondary_format: string }>;

async function insertAnswers(accountid: number, told: Told) {
  const answers = JSON.stringify({ ...personAnswers, ...companyAnswers, ...told });
  await db.insertInto('applications').values({ account_id: accountid, answers, created_at: server.now() }).execute();
}

/** With an approved country. */
async function person(country: string, told: Told = {}): Promise<SignedIn> {
  const made = await server.signedIn({ firstname: 'Ann', lastname: 'Lund' });
  const columns = { country, approved_country: country, company: 'Ferry FM' };
  await db.updateTable('accounts').set(columns).where('id', '=', made.accountid).execute();
  await insertAnswers(made.accountid, told);
  return made;
}

async function moveTo(country: string, { call }: SignedIn) {
  const { mailto } = (await call(profile)).body;
  const body = { firstname: 'Ann', lastname: 'Lund', title: 'Editor', country, mailto, mailpref: 'none' } as const;
  expect((await call(saveProfile, { body })).status).toBe(200);
}

async function makePackage(name = `Package ${randomUUID()}`) {
  const { id } = (await operator.call(contract.makeName, { params: { kind: 'packages' }, body: { name } })).body;
  return { name, params: { nameid: id } };
}

/** Replaces the rule; `version` is the one that `If-Match` names, by default the stored one. */
async function putRule(
  params: { nameid: string },
  condition: contract.RuleCondition | null,
  version?: string,
  { call } = operator,
) {
  const match = version ?? (await call(contract.packageRule, { params })).body.version;
  return call(contract.setPackageRule, { params, body: { condition } }, match ? { 'if-match': `"${match}"` } : {});
}

const listHeld = async (name: string): Promise<Record<string, string>> => {
  const { rows } = await pool.query<{ account_id: number; source: string }>(
    'select account_id, source from account_package h join packages p on p.id = h.package_id where p.name = $1',
    [name],
  );
  return Object.fromEntries(rows.map(({ account_id, source }) => [account_id, source]));
};

const step = fc.oneof(
  fc.record({ kind: fc.constantFrom('add', 'remove'), who: fc.nat(2) }),
  fc.record({ kind: fc.constantFrom('DE', 'FR', 'accept'), who: fc.nat(2) }),
  fc.record({ kind: fc.constant('rule'), countries: fc.option(fc.subarray(['DE', 'FR'], { minLength: 1 })) }),
  fc.record({ kind: fc.constant('night') }),
);

test('whatever the order of changes by hand, profiles, rules and nights: rules change only what they gave', async () => {
  const people = await Promise.all(['DE', 'FR', 'DE'].map((country) => person(country)));
  const model = fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
    const { name } = await makePackage();
    const countries = await Promise.all(people.map(async ({ call }) => (await call(profile)).body.country));
    const approved = [...countries];
    for (const [index, { accountid }] of people.entries())
      await db
        .updateTable('accounts')
        .set({ approved_country: countries[index] ?? '' })
        .where('id', '=', accountid)
        .execute();
    const held = new Map<number, 'hand' | 'rule'>();
    const removed = new Set<number>();
    let rule: string[] | null = null;
    const apply = (who: number) => {
      const fits = [countries[who], approved[who]].every((country = '') => rule?.includes(country));
      if (held.get(who) === 'rule' && !fits) held.delete(who);
      if (!held.has(who) && !removed.has(who) && fits) held.set(who, 'rule');
    };
    for (const { kind, ...more } of [...steps, { kind: 'night' }, { kind: 'rule', countries: null }]) {
      const who = 'who' in more ? more.who : 0;
      const account = people[who] as SignedIn;
      if (kind === 'add' || kind === 'remove') {
        await changePackages(server, account.playerid, { add: [], remove: [], [kind]: [name] });
        if (kind === 'add') held.set(who, 'hand');
        else held.delete(who);
        if (kind === 'add') removed.delete(who);
        else removed.add(who);
      } else if (kind === 'rule') {
        rule = 'countries' in more ? more.countries : null;
        await setRule(server, name, rule && { countries: rule });
      } else if (kind === 'night') {
        await applyAllRules(server);
        for (const index of people.keys()) apply(index);
      } else if (kind === 'accept') {
        const country = countries[who] ?? '';
        if (country !== approved[who]) {
          await decideCountry(server, account.playerid, { country, accepted: true });
          approved[who] = country;
          apply(who);
        }
      } else {
        await moveTo(kind, account);
        countries[who] = kind;
        apply(who);
      }
      expect(await listHeld(name)).toEqual(
        Object.fromEntries([...held].map(([index, source]) => [people[index]?.accountid, source])),
      );
    }
  });
  await fc.assert(model, { numRuns: 12 });
});

test('a rule is previewed, saved and applied; who no longer fits loses the package and is a former recipient', async () => {
  const { name, params } = await makePackage('Nordic radio');
  const condition = {
    industries: ['radio' as const],
    formats: ['Jazz' as const, 'Folk' as const],
    countries: ['NO', 'SE'],
  };
  const told = { industry: 'radio', primary_format: 'Blues', secondary_format: 'Folk' };
  const fits = await person('NO', told);
  const barred = await person('SE', told);
  await person('NO', { ...told, industry: 'other' });
  await person('NO', { ...told, secondary_format: '' });
  const byHand = await person('DK', told);
  const { releaseid } = await server.release({ packages: [name] });
  await changePackages(server, byHand.playerid, { add: [name], remove: [] });
  await changePackages(server, barred.playerid, { add: [], remove: [name] });

  const preview = await operator.call(contract.previewPackageRule, { params, query: {}, body: { condition } });
  const { playerid, email } = fits;
  expect(preview.body).toMatchObject({ comes: 1, goes: 0, total: 1 });
  expect(preview.body.items).toEqual([
    { playerid, email, name: 'Ann Lund', company: 'Ferry FM', country: 'NO', comes: true },
  ]);
  expect(Object.keys(await listHeld(name))).toHaveLength(1);
  const saved = await putRule(params, condition);
  expect(saved.body).toMatchObject({ comes: 1, goes: 0 });
  const { version } = saved.body;
  expect((await operator.call(contract.packageRule, { params })).body).toMatchObject({ condition, version });
  expect((await pool.query("select from pgboss.job where name = 'package-rules'")).rowCount).toBeGreaterThan(0);
  await applyAllRules(server);
  expect(await listHeld(name)).toEqual({ [fits.accountid]: 'rule', [byHand.accountid]: 'hand' });
  const members = (await operator.call(contract.packageMembers, { params, query: {} })).body.items;
  expect(Object.fromEntries(members.map((member) => [member.playerid, member.byrule]))).toEqual({
    [fits.playerid]: true,
    [byHand.playerid]: false,
  });

  server.advanceClock(6_000);
  expect((await fits.call(releaseRoute, { params: { releaseid } })).status).toBe(200);
  await moveTo('DE', fits);
  server.advanceClock(6_000);
  expect((await fits.call(releaseRoute, { params: { releaseid } })).status).toBe(403);
  expect((await barred.call(releaseRoute, { params: { releaseid } })).status).toBe(404);
  expect(await listHeld(name)).toEqual({ [byHand.accountid]: 'hand' });
  const changes = (await listAudit(server, fits.playerid)).filter(({ action }) => action === 'account.packages');
  expect(changes.map(({ actor, after }) => ({ actor, after }))).toEqual([
    { actor: 'system', after: { packages: ['Everyone', name] } },
    { actor: 'system', after: { packages: ['Everyone'] } },
  ]);
  expect(await listAudit(server, params.nameid)).toMatchObject([
    { action: 'package.make' },
    { action: 'package.rule', actor: operator.playerid, before: { rule: null }, after: { rule: condition, comes: 1 } },
  ]);
  await putRule(params, null);
});

test('of two operators who change a rule at once, the second is refused and changes nothing', async () => {
  const { params } = await makePackage();
  const second = await server.signedIn({ operator: true });
  const { version } = (await operator.call(contract.packageRule, { params })).body;
  expect(await putRule(params, { countries: ['DE'] }, '')).toMatchObject(refused('IF_MATCH_REQUIRED'));
  const { body: saved } = await putRule(params, { countries: ['DE'] }, version);
  expect(await putRule(params, null, version, second)).toMatchObject(refused('EDITED_MEANWHILE'));
  expect((await operator.call(contract.packageRule, { params })).body).toMatchObject({
    condition: { countries: ['DE'] },
    version: saved.version,
  });
  expect((await putRule(params, null, saved.version, second)).status).toBe(200);
});

test('an approval applies the rules, its undo takes back what they gave', async () => {
  const { name, params } = await makePackage('Writers');
  await putRule(params, { roles: ['press'] });
  const { accountid, playerid } = await server.account({ status: 'pending' });
  await db.updateTable('accounts').set({ approved_country: null }).where('id', '=', accountid).execute();
  await insertAnswers(accountid, { role: 'press' });
  await applyAllRules(server);
  expect(await listHeld(name)).toEqual({});
  const decide = () => operator.call(decideApplication, { params: { playerid }, body: { decision: 'approved' } });
  await decide();
  expect(await listHeld(name)).toEqual({ [accountid]: 'rule' });
  expect((await operator.call(undoApplication, { params: { playerid } })).status).toBe(204);
  expect(await listHeld(name)).toEqual({});
  await decide();
  expect(await listHeld(name)).toEqual({ [accountid]: 'rule' });
});

test('another country takes packages at once and gives none before an operator accepted it', async () => {
  const [home, away] = [await makePackage('At home'), await makePackage('Away')];
  const ruled = async (condition: contract.RuleCondition, { params }: typeof home) =>
    expect((await putRule(params, condition)).status).toBe(200);
  await ruled({ countries: ['BE'] }, home);
  await ruled({ countries: ['LU'], roles: ['press'] }, away);
  const moving = await person('BE', { role: 'press' });
  const { playerid } = moving;
  await applyAllRules(server);
  const held = () => Promise.all([home, away].map(async ({ name }) => moving.accountid in (await listHeld(name))));
  const check = async () => (await moving.call(profile)).body.countrycheck;
  expect(await held()).toEqual([true, false]);

  await moveTo('LU', moving);
  await applyAllRules(server);
  expect(await held()).toEqual([false, false]);
  expect(await check()).toBe('waiting');
  expect((await operator.call(operatorToday)).body.countries).toBe(1);
  const list = async () => (await operator.call(accounts, { query: { waits: 'country' } })).body.items;
  expect((await list()).map((row) => row.playerid)).toEqual([playerid]);
  const { body: detail } = await operator.call(account, { params: { playerid } });
  expect(detail).toMatchObject({
    country: 'LU',
    countrycheck: { approved: 'BE', isrefused: false, packages: ['Away'] },
  });

  const decide = (country: string, accepted: boolean) =>
    operator.call(decideCountryRoute, { params: { playerid }, body: { country, accepted } });
  expect(await decide('FR', true)).toMatchObject(refused('ACCOUNT_CHANGED'));
  expect((await decide('LU', false)).status).toBe(204);
  expect(await decide('LU', false)).toMatchObject(refused('NOTHING_CHANGED'));
  expect([await check(), await list()]).toEqual(['refused', []]);
  await moveTo('BE', moving);
  expect([await held(), await check()]).toEqual([[true, false], null]);
  await moveTo('LU', moving);
  expect(await check()).toBe('refused');
  expect((await decide('LU', true)).status).toBe(204);
  expect([await held(), await check()]).toEqual([[false, true], null]);
  await moveTo('BE', moving);
  expect(await held()).toEqual([false, false]);
  const lines = (await listAudit(server, playerid)).filter(({ action }) => action.endsWith('-country'));
  expect(lines).toMatchObject([
    { action: 'account.refuse-country', actor: operator.playerid, before: { country: 'BE' }, after: { country: 'LU' } },
    { action: 'account.accept-country', actor: operator.playerid, before: { country: 'BE' }, after: { country: 'LU' } },
  ]);
  for (const { params } of [home, away]) await putRule(params, null);
});

test('the command lists who waits, and accepts or refuses by the same function', async () => {
  const { name } = await makePackage('By command');
  await setRule(server, name, { countries: ['MC'] });
  const moving = await person('SM');
  await moveTo('MC', moving);
  expect((await command('country')).stdout).toBe(`${moving.email}: Ann Lund, MC instead of SM, would get By command\n`);
  expect((await command('country', moving.email, 'SM')).stderr).toContain('has the country MC now');
  expect((await command('country', moving.email, 'MC', '--refuse')).stdout).toContain('Refused the country MC');
  expect(await command('country')).toMatchObject({ code: 0, stdout: '' });
  expect((await command('country', moving.email, 'MC')).code).toBe(0);
  expect(await listHeld(name)).toEqual({ [moving.accountid]: 'rule' });
  expect((await command('country', moving.email)).code).toBe(2);
  await setRule(server, name, null);
});

test('an invited co-worker, whom no operator approved, has packages of rules when one accepts', async () => {
  const { name, params } = await makePackage('Colleagues');
  await putRule(params, { countries: ['PT'] });
  const { accountid: inviterId, email: from, playerid } = operator;
  const [email, inviter] = [`${randomUUID()}@test.example`, { email: from, name: 'Bo', playerid }];
  const invitation = { inviterId, inviter, email, relationship: 'coworker' } as const;
  const { token } = await createInvitation(db, server.secrets, invitation, server.now());
  const password = { password: PASSWORD, confirm_password: PASSWORD };
  const answers = { email_token: token, token, country: 'PT', ...password };
  expect((await createApplicants(server).confirm(email, answers)).status).toBe(204);
  await applyAllRules(server);
  expect(await listHeld(name)).toEqual({});
  const { items } = (await operator.call(accounts, { query: { waits: 'country' } })).body;
  const invited = items.find((row) => row.email === email)?.playerid ?? '';
  const decision = { params: { playerid: invited }, body: { country: 'PT', accepted: true } };
  expect((await operator.call(decideCountryRoute, decision)).status).toBe(204);
  expect(Object.values(await listHeld(name))).toEqual(['rule']);
});

test('who came by the rule of a merged package stays in the other one', async () => {
  const [from, into] = [await makePackage('Merged rule'), await makePackage('Kept rule')];
  const { accountid } = await person('IS');
  await setRule(server, from.name, { countries: ['IS'] });
  await applyAllRules(server);
  const params = { kind: 'packages', nameid: from.params.nameid } as const;
  await operator.call(contract.mergeNames, { params, body: { into: into.params.nameid } });
  await applyAllRules(server);
  expect(await listHeld(into.name)).toEqual({ [accountid]: 'hand' });
});

test('"Everyone" has no rule, and no condition is empty or names an unknown country', async () => {
  const { params } = await makePackage();
  const set = (condition: object, nameid = params.nameid) =>
    operator.call(contract.setPackageRule, { params: { nameid }, body: { condition } });
  expect(await set({ countries: ['DE'] }, 'everyone')).toMatchObject(refused('NAME_FIXED'));
  for (const condition of [{}, { countries: [] }, { countries: ['QQ'] }, { roles: ['king'] }])
    expect((await set(condition)).status, JSON.stringify(condition)).toBe(400);
});

test.each([
  [
    ['Desk', '--country', 'GL', '--industry', 'radio', 'other', '--preview'],
    0,
    /^Desk: 1 person would come, 0 would go\.\n {2}\+ Ann Lund, .*, Ferry FM, GL\n$/,
  ],
  [['Desk'], 0, 'Desk: no rule.\n'],
  [['Desk', '--country', 'GL', 'FO'], 0, 'Desk has the rule country GL or FO: 1 person come'],
  [['Desk'], 0, 'Desk: country GL or FO.\n'],
  [['Desk', '--off'], 0, 'Desk has no rule'],
  [['Nowhere', '--off'], 1, 'There is no package "Nowhere".'],
  [['Desk', '--off', '--country', 'GL'], 2, 'either --off or'],
  [['Desk', '--role', 'king'], 2, '--role king'],
  [['Desk', '--country'], 2, ''],
  [[], 2, 'needs one package'],
])('operator -- packages rule %j', async (args, code, output) => {
  await pool.query("insert into packages (name) values ('Desk') on conflict do nothing");
  if ((await pool.query("select from accounts where country = 'GL'")).rowCount === 0)
    await person('GL', { industry: 'radio' });
  const { stdout, stderr, ...result } = await command('packages', 'rule', ...args);
  expect(result.code).toBe(code);
  expect(code === 0 ? stdout : stderr).toMatch(output);
});
