import type { ApiToken } from '@promenade/contract/tokens';
import { sql } from 'kysely';
import type { Db } from '../platform/database/db.ts';
import { mapPage, type Page, type PageOf, readPage } from '../platform/database/page.ts';
import type { Caller } from '../platform/http/caller.ts';
import { audienceOfAccount, notificationEmail } from './queries.ts';

/** Only active accounts that work for a label, or operate, have tokens. */
const mayHaveTokens = sql<boolean>`accounts.status = 'active'
  and (accounts.operator or exists (select from account_label where account_id = accounts.id))`;

interface NewApiToken {
  accountid: number;
  name: string;
  hash: Buffer;
  expires: Date;
}

/** Undefined when the account may have no tokens. */
export async function insertApiToken(
  db: Db,
  { accountid, name, hash, expires }: NewApiToken,
  now: Date,
): Promise<{ tokenid: string } | undefined> {
  const { rows } = await sql<{ tokenid: string }>`
    insert into api_tokens (account_id, name, hash, created_at, expires_at)
    select id, ${name}, ${hash}, ${now}, ${expires} from accounts where id = ${accountid} and ${mayHaveTokens} for share
    returning tokenid`.execute(db);
  return rows[0];
}

export type TokenCaller = Omit<Caller, 'sessionid' | 'publicdevice'> & { used_at: Date | null };

/** Undefined when the token is unknown, revoked or expired, or its account may have none any more. */
export function findTokenCaller(db: Db, hash: Buffer, now: Date): Promise<TokenCaller | undefined> {
  return db
    .selectFrom('api_tokens')
    .innerJoin('accounts', 'accounts.id', 'api_tokens.account_id')
    .where('api_tokens.hash', '=', hash)
    .where('api_tokens.expires_at', '>', now)
    .where(mayHaveTokens)
    .select(['accounts.id as accountid', 'accounts.playerid', notificationEmail.as('username'), 'api_tokens.used_at'])
    .select(['accounts.verified', 'accounts.label_staff', 'accounts.operator', audienceOfAccount])
    .executeTakeFirst();
}

export async function setTokenUsed(db: Db, hash: Buffer, now: Date): Promise<void> {
  await db.updateTable('api_tokens').set({ used_at: now }).where('hash', '=', hash).execute();
}

/** Newest first, expired ones too, one page. */
export async function listApiTokens(db: Db, accountid: number, page: Page): Promise<PageOf<ApiToken>> {
  const found = await readPage<{
    tokenid: string;
    name: string;
    created_at: Date;
    expires_at: Date;
    used_at: Date | null;
  }>(
    db,
    page,
    (limit) => sql`
    select tokenid, name, created_at, expires_at, used_at, count(*) over ()::int as total from api_tokens
    where account_id = ${accountid}
    order by created_at desc, tokenid ${limit}`,
  );
  return mapPage(found, ({ created_at, expires_at, used_at, ...token }) => ({
    ...token,
    created: created_at.toISOString(),
    expires: expires_at.toISOString(),
    used: used_at?.toISOString() ?? null,
  }));
}

/** Returns its name; undefined when the account has no such token. */
export async function deleteApiToken(db: Db, accountid: number, tokenid: string): Promise<string | undefined> {
  const row = await db
    .deleteFrom('api_tokens')
    .where('account_id', '=', accountid)
    .where('tokenid', '=', tokenid)
    .returning('name')
    .executeTakeFirst();
  return row?.name;
}

/** Deletes those that expired before this moment, or all. */
export async function deleteApiTokens(db: Db, before?: Date): Promise<void> {
  const tokens = db.deleteFrom('api_tokens');
  await (before ? tokens.where('expires_at', '<', before) : tokens).execute();
}
