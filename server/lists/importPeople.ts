import { type Imported, type ImportState, LIST_IMPORTS_PER_HOUR, XLSX_TYPE } from '@promenade/contract/lists/lists';
import { insertAudit } from '../platform/audit/audit.ts';
import type { AppContext } from '../platform/context.ts';
import { type Db, inTransaction } from '../platform/database/db.ts';
import { consumeRateLimits, perHour } from '../platform/http/rateLimit.ts';
import { Refusal } from '../platform/http/refusal.ts';
import * as queries from './importQueries.ts';
import { parseColumns, type ReadPeople, type ReadPerson, readPeople } from './listedRows.ts';
import { type ListCaller, requireEditedList } from './lists.ts';
import type { ListColumn, OwnList } from './queries.ts';
import { readTextTable } from './readText.ts';
import { readWorkbook } from './readWorkbook.ts';
import type { ReadTable } from './table.ts';

interface ImportRequest {
  listid: string;
  /** Media type of the body. */
  type: string;
  body: unknown;
  preview: boolean;
  hidden: boolean;
  columns: string | undefined;
  charset: string | undefined;
}

/** Adds the people of a file to a list, or says what that would do. Nobody is mailed. */
export async function importPeople(
  { db, now }: Pick<AppContext, 'db' | 'now'>,
  caller: ListCaller,
  request: ImportRequest,
): Promise<Imported> {
  const list = await requireEditedList(db, caller, request.listid);
  if (list.isGroup) throw new Refusal('LIST_IS_GROUP');
  const { body } = request;
  if (!Buffer.isBuffer(body)) throw new Refusal('UNSUPPORTED_MEDIA_TYPE');
  await consumeRateLimits(db, [perHour('list-import', caller.playerid, LIST_IMPORTS_PER_HOUR)], now());
  const columns = request.columns === undefined ? undefined : parseColumns(request.columns);
  if (request.columns !== undefined && !columns) throw new Refusal('VALIDATION', { columns: 'Unknown field.' });
  const read = readPeople(await readTable(request, body), columns);
  if (read.people.every(({ address }) => address === '')) throw new Refusal('TABLE_UNREADABLE');
  if (request.preview) return previewImport(db, list, read, request.hidden).then(({ answer }) => answer);
  return inTransaction(db, async (db) => {
    await queries.lockLists(db, list.labelId);
    const { answer, people } = await previewImport(db, list, read, request.hidden);
    const counts = await queries.insertPeople(db, list, people, now());
    if (counts.added + counts.changed === 0) return answer;
    await queries.updateColumns(db, list.id, addColumns(list.columns, read.columns), now());
    const after = { added: counts.added, people: counts.changed };
    await insertAudit(db, { at: now(), actor: caller.playerid, action: 'list.import', subject: list.listid, after });
    return answer;
  });
}

async function readTable({ type, charset }: ImportRequest, body: Buffer): Promise<ReadTable> {
  const isZip = body.subarray(0, 2).toString('latin1') === 'PK';
  if (!isZip && type !== XLSX_TYPE) return readTextTable(body, charset);
  try {
    return await readWorkbook(body);
  } catch {
    throw new Refusal('TABLE_UNREADABLE');
  }
}

/** What becomes of each row; `people` are those that come to the list or are changed there. */
async function previewImport(
  db: Db,
  list: OwnList,
  { people: read, columns, notes, charset }: ReadPeople,
  takesHidden: boolean,
): Promise<{ answer: Imported; people: queries.ImportedPerson[] }> {
  const addresses = [...new Set(read.flatMap(({ address, also }) => [address, ...also]))];
  const known = await queries.findKnown(db, list, addresses);
  const { suppressed, unsubscribed } = await queries.findUnmailed(db, list.labelId, addresses);
  const seen = new Set<string>();
  const taken = new Set<number>();
  const people: queries.ImportedPerson[] = [];
  let joining = 0;
  const findState = (person: ReadPerson): ImportState => {
    if (person.isHidden && !takesHidden) return 'hidden';
    if (person.address === '') return 'wrong';
    const all = [person.address, ...person.also];
    const former = all.flatMap((address) => known.get(address) ?? [])[0];
    if (all.some((address) => seen.has(address)) || (former && taken.has(former.personId))) return 'twice';
    for (const address of all) seen.add(address);
    if (former) taken.add(former.personId);
    if (former && !former.isMember) joining += 1;
    // A known person keeps the address by which the label knows them.
    const address = former?.address ?? person.address;
    const also = all.filter((other) => other !== address);
    people.push({ ...person, address, also, personId: former?.personId ?? null, position: people.length + 1 });
    return former ? 'known' : 'new';
  };
  const rows = read.map((person) => ({
    row: person.row,
    state: findState(person),
    address: person.address || person.wrong,
    name: person.name,
    suppressed: suppressed.has(person.address),
    unsubscribed: unsubscribed.has(person.address),
  }));
  const count = (state: ImportState) => rows.filter((row) => row.state === state).length;
  const isTaken = ({ state }: { state: ImportState }) => state === 'new' || state === 'known';
  const answer = {
    columns: columns.map(({ heading, field, example }) => ({ heading, field, example })),
    new: count('new'),
    known: count('known'),
    joining,
    twice: count('twice'),
    wrong: count('wrong'),
    hidden: count('hidden'),
    suppressed: rows.filter((row) => row.suppressed && isTaken(row)).length,
    unsubscribed: rows.filter((row) => row.unsubscribed && isTaken(row)).length,
    notes,
    charset,
    rows,
  };
  return { answer, people };
}

/** The columns of a list and those of a file that are new to it. */
function addColumns(former: ListColumn[], columns: Imported['columns']): ListColumn[] {
  const known = new Set(former.map(({ heading }) => heading));
  const added = columns.filter(({ heading, field }) =>
    heading === '' || known.has(heading) ? false : former.length === 0 || field === null,
  );
  return [...former, ...added.map(({ heading, field }) => ({ heading, field }))];
}
