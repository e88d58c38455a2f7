import type * as lists from '@promenade/contract/lists/lists';
import type { GroupCondition, ListCounts, PeopleList } from '@promenade/contract/lists/lists';
import type { RouteInput } from '@promenade/contract/route';
import { requireStaffLabel } from '../catalogue/staffReleases.ts';
import type { AppContext } from '../platform/context.ts';
import type { Db } from '../platform/database/db.ts';
import { Refusal } from '../platform/http/refusal.ts';
import * as queries from './groupQueries.ts';
import { type ListCaller, makeList } from './lists.ts';

type Context = Pick<AppContext, 'db' | 'now'>;

/** Tags are of listed people; what somebody did is of accounts: a group of both would tell whose address it is. */
function requireOneKind({ tags, did }: GroupCondition): void {
  if (did && tags.length > 0)
    throw new Refusal('VALIDATION', { tags: 'Tags are of people on lists, what people did is of recipients.' });
}

export function makeGroup(
  context: Context,
  caller: ListCaller,
  { condition, ...list }: RouteInput<typeof lists.makeGroup>['body'],
): Promise<PeopleList> {
  return makeList(context, caller, list, (db, labelId, name, now) => {
    requireOneKind(condition);
    return queries.insertGroup(db, labelId, name, condition, now);
  });
}

/** Thrown to take a transaction back: a group that is counted only is never stored. */
class Counted extends Error {
  readonly counts: ListCounts;
  constructor(counts: ListCounts) {
    super();
    this.counts = counts;
  }
}

export async function countPeople(
  { db, now }: Context,
  caller: ListCaller,
  { labelid, condition, ...ids }: RouteInput<typeof lists.countPeople>['body'],
): Promise<ListCounts> {
  const { id: labelId } = await requireStaffLabel(db, caller, labelid);
  const lists = await requireListIds(db, labelId, ids.lists);
  const excluded = await requireListIds(db, labelId, ids.excluded);
  if (!condition) return queries.countPeople(db, { lists, excluded });
  requireOneKind(condition);
  try {
    return await db.transaction().execute(async (db): Promise<never> => {
      const group = await queries.insertGroup(db, labelId, crypto.randomUUID(), condition, now());
      throw new Counted(await queries.countPeople(db, { lists: [...lists, group?.id ?? 0], excluded }));
    });
  } catch (reason) {
    if (!(reason instanceof Counted)) throw reason;
    return reason.counts;
  }
}

/** Internal ids of lists and groups of a label. @throws LIST_NOT_FOUND */
export async function requireListIds(db: Db, labelId: number, listids: string[]): Promise<number[]> {
  const ids = await queries.findListIds(db, labelId, listids);
  if (ids.length < new Set(listids).size) throw new Refusal('LIST_NOT_FOUND');
  return ids;
}
