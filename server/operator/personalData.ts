import { rm, writeFile } from 'node:fs/promises';
import { COMMAND, requireAccount } from '../accounts/account.ts';
import type { AppContext } from '../platform/context.ts';
import { ExplainedRefusal } from '../platform/http/refusal.ts';
import { deleteOldOutbox } from '../platform/mail/mailer.ts';
import { deleteAccount } from '../privacy/deletion.ts';
import { exportPersonalData } from '../privacy/personalData.ts';
import { findDeletion } from '../privacy/queries.ts';

/** Everything about an account as JSON text. @throws one sentence for an unknown account */
export async function readAccount({ db, now }: AppContext, accountName: string, actor = COMMAND): Promise<string> {
  const account = await db.transaction().execute((db) => requireAccount(db, accountName));
  return exportPersonalData(db, account, actor, now());
}

/** Writes a file that only its owner can read. @throws one sentence for an unknown account or an existing file */
export async function exportAccount(context: AppContext, accountName: string, file: string): Promise<void> {
  const json = await readAccount(context, accountName);
  const text = `${JSON.stringify(JSON.parse(json), undefined, 2)}\n`;
  await writeFile(file, text, { flag: 'wx', mode: 0o600 }).catch(async (reason: NodeJS.ErrnoException) => {
    if (reason.code === 'EEXIST') throw new Error(`${file} cannot be written: it exists.`);
    // A full disk leaves a part.
    await rm(file, { force: true });
    throw new Error(`${file} cannot be written: ${reason.message}.`);
  });
}

/** @throws one sentence for an unknown account or an operator, or when it is not confirmed */
export async function deleteAccountByName(
  context: AppContext,
  accountName: string,
  isConfirmed: boolean,
  actor = COMMAND,
): Promise<{ playerid: string; requestedAt: Date | undefined }> {
  const { db, jobs, now } = context;
  const deleted = await db.transaction().execute(async (db) => {
    const account = await requireAccount(db, accountName);
    const { accountid, playerid, email, language, operator } = account;
    const requestedAt = await findDeletion(db, accountid);
    if (operator)
      throw new ExplainedRefusal('NOTHING_CHANGED', `${accountName} is an operator: take that role away first.`);
    if (!isConfirmed) {
      const asked = requestedAt ? `asked for it on ${requestedAt.toISOString().slice(0, 10)}` : 'did not ask for it';
      throw new Error(`${accountName} ${asked}. Nothing was deleted: add --yes to delete the account for good.`);
    }
    await deleteAccount({ db, jobs }, { accountid, playerid, email, language }, actor, now());
    return { playerid, requestedAt };
  });
  await deleteOldOutbox(context);
  return deleted;
}
