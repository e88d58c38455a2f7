import type { ListedPerson, PeopleList } from '@promenade/contract/lists/lists';
import type { StaffMember } from '../access/staffQueries.ts';
import { requireStaffLabel } from '../catalogue/staffReleases.ts';
import { insertAudit } from '../platform/audit/audit.ts';
import type { AppContext } from '../platform/context.ts';
import { type Db, inTransaction } from '../platform/database/db.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { lockLists } from './importQueries.ts';
import * as queries from './queries.ts';

export type ListCaller = StaffMember & { playerid: string };
type Context = Pick<AppContext, 'db' | 'now'>;

/** A list of a label that the caller works for; any list for an operator. */
export async function requireList(db: Db, caller: StaffMember, listid: string): Promise<queries.OwnList> {
  const list = await queries.findList(db, caller, listid);
  if (!list) throw new Refusal('LIST_NOT_FOUND');
  return list;
}

/** The same for a change. */
export async function requireEditedList(db: Db, caller: StaffMember, listid: string): Promise<queries.OwnList> {
  const list = await requireList(db, caller, listid);
  if (list.role === 'viewer') throw new Refusal('EDITORS_ONLY');
  return list;
}

/** Makes a list of a label; `insert` stores it where it is a group. */
export async function makeList(
  { db, now }: Context,
  caller: ListCaller,
  { labelid, name }: { labelid: string; name: string },
  insert: typeof queries.insertList = queries.insertList,
): Promise<PeopleList> {
  const label = await requireStaffLabel(db, caller, labelid);
  if (label.role === 'viewer') throw new Refusal('EDITORS_ONLY');
  return inTransaction(db, async (db) => {
    const made = await insert(db, label.id, name, now());
    if (!made) throw new Refusal('LIST_NAME_TAKEN');
    const entry = { at: now(), actor: caller.playerid, action: 'list.create', subject: made.listid };
    await insertAudit(db, { ...entry, after: { name } });
    return queries.getList(db, made.id);
  });
}

export async function renameList(
  { db, now }: Context,
  caller: ListCaller,
  listid: string,
  name: string,
): Promise<PeopleList> {
  const list = await requireEditedList(db, caller, listid);
  return inTransaction(db, async (db) => {
    await lockLists(db, list.labelId);
    if (!(await queries.updateListName(db, list, name, now()))) throw new Refusal('LIST_NAME_TAKEN');
    const entry = { at: now(), actor: caller.playerid, action: 'list.rename', subject: listid };
    await insertAudit(db, { ...entry, before: { name: list.name }, after: { name } });
    return queries.getList(db, list.id);
  });
}

export async function deleteList({ db, now }: Context, caller: ListCaller, listid: string): Promise<undefined> {
  const list = await requireEditedList(db, caller, listid);
  await inTransaction(db, async (db) => {
    await lockLists(db, list.labelId);
    const { people } = await queries.getList(db, list.id);
    await queries.deleteListRow(db, list.id);
    await queries.deleteUnlisted(db, list.labelId);
    const entry = { at: now(), actor: caller.playerid, action: 'list.delete', subject: listid };
    await insertAudit(db, { ...entry, before: { name: list.name, people } });
  });
  return undefined;
}

interface PersonOfList {
  listid: string;
  personid: string;
}

export async function changePerson(
  { db, now }: Context,
  caller: ListCaller,
  { listid, personid }: PersonOfList,
  change: Parameters<typeof queries.updatePerson>[3],
): Promise<ListedPerson> {
  const list = await requireEditedList(db, caller, listid);
  return inTransaction(db, async (db) => {
    if (!(await queries.updatePerson(db, list.id, personid, change, now()))) throw new Refusal('NOT_FOUND');
    await noteChange(db, { list, caller, action: 'list.change', now: now() });
    const changed = await queries.findPerson(db, list.id, personid);
    if (!changed) throw new Refusal('NOT_FOUND');
    return changed;
  });
}

export async function removePerson(
  { db, now }: Context,
  caller: ListCaller,
  { listid, personid }: PersonOfList,
): Promise<undefined> {
  const list = await requireEditedList(db, caller, listid);
  await inTransaction(db, async (db) => {
    await lockLists(db, list.labelId);
    if (!(await queries.deleteMember(db, list.id, personid))) throw new Refusal('NOT_FOUND');
    await queries.deleteUnlisted(db, list.labelId);
    await noteChange(db, { list, caller, action: 'list.remove', now: now() });
  });
  return undefined;
}

/** The audit trail outlives a person: it has no names and no addresses of them. */
async function noteChange(
  db: Db,
  { list, caller, action, now }: { list: queries.OwnList; caller: ListCaller; action: string; now: Date },
): Promise<void> {
  await queries.touchList(db, list.id, now);
  await insertAudit(db, { at: now, actor: caller.playerid, action, subject: list.listid, after: { people: 1 } });
}

/** Takes the addresses of a deleted account off all lists, with a line in the history of each. */
export async function deleteListedPeople(db: Db, addresses: string[], now: Date): Promise<void> {
  const lists = await queries.deletePeopleOfAddresses(db, addresses);
  const entry = { at: now, actor: 'system', action: 'list.person-deleted' };
  await insertAudit(db, ...lists.map(({ listid, people }) => ({ ...entry, subject: listid, after: { people } })));
}
