import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Db } from '../database/db.ts';
import { DAY_MS } from '../process/days.ts';
import { Refusal } from './refusal.ts';

// A browser sends POST again when its connection closes without an answer, up to three times, and a proxy may do so, too. A
// call that adds something carries an id of the client in the header Idempotency-Key. The id is inserted in the transaction
// of the act, which holds back a repetition on any node until the act is done; then it gets the first answer. A refused call
// leaves no id. See ADR 0033 and draft-ietf-httpapi-idempotency-key-header.

/** How long a repetition gets the first answer. */
const KEPT_MS = DAY_MS;
const KEY = /^[\x21-\x7e]{1,100}$/;

/**
 * Runs a call once for each id, in a transaction; without an id as often as it comes, without a transaction. Who calls is
 * authorised before.
 * @throws VALIDATION for an id that is empty, longer than 100 characters, or not plain ASCII
 */
export type RunOnce = (
  request: FastifyRequest,
  accountid: number | undefined,
  run: (db: Db) => Promise<unknown>,
) => Promise<unknown>;

export const createRunOnce =
  (root: Db, now: () => Date): RunOnce =>
  async (request, accountid, run) => {
    const key = request.headers['idempotency-key'];
    if (key === undefined) return run(root);
    if (typeof key !== 'string' || !KEY.test(key))
      throw new Refusal('VALIDATION', { 'Idempotency-Key': 'Must be 1 to 100 characters of ASCII' });
    const id = hashCall(request, accountid, key);
    return root.transaction().execute(async (db) => {
      const claimed = await insertCall(db, id, accountid ?? null, now());
      if (!claimed) return findAnswer(db, id);
      const answer = await run(db);
      await db
        .updateTable('once_calls')
        .set({ answer: formatAnswer(answer) })
        .where('id', '=', id)
        .execute();
      return answer;
    });
  };

/** The same id with another input is another call. */
function hashCall({ method, url, body }: FastifyRequest, accountid: number | undefined, key: string): Buffer {
  return createHash('sha256')
    .update(JSON.stringify([accountid ?? null, method, url, body ?? null, key]))
    .digest();
}

/** Waits for a call with this id that is under way. False when it was made. */
async function insertCall(db: Db, id: Buffer, account_id: number | null, at: Date): Promise<boolean> {
  const inserted = await db
    .insertInto('once_calls')
    .values({ id, account_id, at })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

async function findAnswer(db: Db, id: Buffer): Promise<unknown> {
  const { answer } = await db.selectFrom('once_calls').select('answer').where('id', '=', id).executeTakeFirstOrThrow();
  return answer === null ? undefined : JSON.parse(answer);
}

function formatAnswer(answer: unknown): string | null {
  if (answer === undefined) return null;
  // It may be serialized already.
  const { json } = answer as { json?: unknown };
  return typeof json === 'string' ? json : JSON.stringify(answer);
}

export async function deleteOldCalls(db: Db, now: Date): Promise<void> {
  await db
    .deleteFrom('once_calls')
    .where('at', '<', new Date(now.getTime() - KEPT_MS))
    .execute();
}
