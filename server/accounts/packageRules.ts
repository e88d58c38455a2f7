import { createHash } from 'node:crypto';
import type * as contract from '@promenade/contract/operatorCatalogue';
import type { RouteAnswer } from '@promenade/contract/route';
import { listCountries } from '../access/countries.ts';
import { lockAccount } from '../access/queries.ts';
import {
  findCountryCheck,
  findRule,
  listRuleChanges,
  listUnruledAccounts,
  previewRuleChanges,
  replaceRule,
  setApprovedCountry,
  setRefusedCountry,
} from '../access/ruleQueries.ts';
import { insertAudit } from '../platform/audit/audit.ts';
import type { AppContext } from '../platform/context.ts';
import { type Db, inTransaction } from '../platform/database/db.ts';
import { inBatches, type Page } from '../platform/database/page.ts';
import { requireMatch } from '../platform/http/conditions.ts';
import { ExplainedRefusal } from '../platform/http/refusal.ts';
import { defineJob } from '../platform/jobs/job.ts';
import { applyPackages, COMMAND, refuseChange, requireAccount } from './account.ts';
import { requireChangeable } from './names.ts';
import { requireNamed } from './requireNamed.ts';

// A rule gives its package to active accounts by what they told, and takes away what it gave: in the transaction in which an
// account changes, and for all accounts in a job, every night and after a change of the rule. What was added or removed by
// hand is no matter of rules.

type Condition = contract.RuleCondition | null;

export async function getRule(db: Db, packageid: string): Promise<RouteAnswer<typeof contract.packageRule>> {
  const { key } = await requireNamed(db, 'packages', packageid);
  return readRule(db, Number(key));
}

/** The version is a digest, which the next rule changes. */
async function readRule(db: Db, packageId: number) {
  const found = await findRule(db, packageId);
  const rule = found ? { ...found, at: found.at.toISOString() } : { condition: null, by: null, at: null };
  return { ...rule, version: createHash('md5').update(JSON.stringify(rule)).digest('hex') };
}

export async function previewRule(
  db: Db,
  packageid: string,
  condition: Condition,
  query: Page,
): Promise<RouteAnswer<typeof contract.previewPackageRule>> {
  const { key } = await requireRuled(db, packageid, condition);
  const changes = await previewRuleChanges(db, Number(key), condition, query);
  return { ...changes, total: changes.comes + changes.goes, ...query };
}

/**
 * Replaces the rule of a package, by its id or name; a job applies it.
 * @param match the header `If-Match`; undefined: any version is replaced
 */
export function setRule(
  { db, jobs, now }: Pick<AppContext, 'db' | 'jobs' | 'now'>,
  packageid: string,
  condition: Condition,
  { actor = COMMAND, match }: { actor?: string; match?: string } = {},
): Promise<{ comes: number; goes: number; version: string }> {
  return inTransaction(db, async (db) => {
    const { key, id } = await requireRuled(db, packageid, condition);
    const { condition: before, version } = await readRule(db, Number(key));
    if (match !== undefined)
      requireMatch(
        match,
        version,
        new ExplainedRefusal('EDITED_MEANWHILE', 'Somebody else changed this rule meanwhile.'),
      );
    const { comes, goes } = await previewRuleChanges(db, Number(key), condition, { page: 1, pagesize: 1 });
    await replaceRule(db, Number(key), condition, actor, now());
    const entry = { at: now(), actor, action: 'package.rule', subject: id };
    await insertAudit(db, { ...entry, before: { rule: before }, after: { rule: condition, comes, goes } });
    await jobs.send(db, packageRulesJob, {});
    return { comes, goes, version: (await readRule(db, Number(key))).version };
  });
}

async function requireRuled(db: Db, packageid: string, condition: Condition) {
  const row = await requireNamed(db, 'packages', packageid);
  requireChangeable('packages', row);
  const { countries } = listCountries().data;
  const unknown = condition?.countries?.find((country) => !countries.includes(country));
  if (unknown) throw new ExplainedRefusal('VALIDATION', `There is no country ${unknown}.`);
  return row;
}

type Context = Pick<AppContext, 'db' | 'now'>;
const RULES = 'system';

/** Gives and takes packages of an account by their rules. Must run in a transaction. */
export async function applyRules({ db, now }: Context, accountid: number): Promise<void> {
  const { playerid } = await lockAccount(db, accountid);
  const changes = await listRuleChanges(db, accountid);
  const idsOf = (isComing: boolean) =>
    changes.filter(({ comes }) => comes === isComing).map(({ packageid }) => packageid);
  const change = { add: idsOf(true), remove: idsOf(false) };
  if (changes.length > 0)
    await applyPackages(db, { accountid, playerid }, change, { actor: RULES, source: 'rule', now: now() });
}

/** Accepts or refuses the country that an account told: rules read what was accepted. */
export async function decideCountry(
  { db, now }: Context,
  accountName: string,
  { country, accepted }: { country: string; accepted: boolean },
  actor = COMMAND,
): Promise<undefined> {
  await inTransaction(db, async (db) => {
    const { accountid, playerid } = await requireAccount(db, accountName);
    const check = await findCountryCheck(db, accountid);
    if (!check || (!accepted && check.refused === country))
      throw refuseChange(`The country of ${accountName} needs no decision: nothing was changed.`);
    if (check.country !== country)
      throw new ExplainedRefusal('ACCOUNT_CHANGED', `${accountName} has the country ${check.country || 'none'} now.`);
    if (accepted) await setApprovedCountry(db, accountid, country);
    else await setRefusedCountry(db, accountid, country);
    const action = accepted ? 'account.accept-country' : 'account.refuse-country';
    const entry = { at: now(), actor, action, subject: playerid };
    await insertAudit(db, { ...entry, before: { country: check.approved }, after: { country } });
    await applyRules({ db, now }, accountid);
  });
}

const BATCH = 200;

/** The same for all accounts. Runs as a job; each batch is a transaction, and a repeated run continues. */
export async function applyAllRules({ db, now }: Context): Promise<void> {
  for await (const accountids of inBatches<number>((last = 0) => listUnruledAccounts(db, last, BATCH)))
    await db.transaction().execute(async (db) => {
      for (const accountid of accountids) await applyRules({ db, now }, accountid);
    });
}

export const packageRulesJob = defineJob('package-rules', applyAllRules, {
  schedule: '11 2 * * *',
  retryLimit: 20,
  retryDelay: 5,
  expireInSeconds: 4 * 3600,
  heartbeatSeconds: 60,
});
