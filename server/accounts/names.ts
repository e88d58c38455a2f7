import { parseAddresses } from '@promenade/contract/addresses';
import * as contract from '@promenade/contract/operatorCatalogue';
import { type ProposedKind } from '@promenade/contract/releaseFields';
import type { RouteAnswer, RouteInput } from '@promenade/contract/route';
import { EVERYONE } from '../access/accounts.ts';
import {
  getPackageFacts,
  listAddressOwners,
  listMembers,
  listPackages,
  moveGrants,
  moveMembers,
} from '../access/packageQueries.ts';
import { getLabelFacts, listLabelMembers, moveLabelMembers } from '../access/staffQueries.ts';
import { createCache } from '../catalogue/cache.ts';
import { marketName } from '../catalogue/names/marketNames.ts';
import {
  acceptNamed,
  countMerge,
  countReleasesOfNames,
  deleteFormerName,
  findNamed,
  insertNamed,
  listAllNames,
  listNamePage,
  type NamedRow,
  type ReleaseCount,
} from '../catalogue/names/nameQueries.ts';
import { merge, prepareMerge, rename } from '../catalogue/names/names.ts';
import { sortText } from '../catalogue/publishQueries.ts';
import { isOneEditApart, spellingsOf } from '../catalogue/search/searchText.ts';
import { moveDeliveries } from '../ingest/uploads/deliveryQueries.ts';
import { setContact } from '../label/labelSettings.ts';
import { moveLists } from '../lists/queries.ts';
import { moveInvitees } from '../notify/inviteeQueries.ts';
import { moveLabelStops } from '../notify/labelMailQueries.ts';
import { insertAudit } from '../platform/audit/audit.ts';
import type { AppContext } from '../platform/context.ts';
import { type Db, inTransaction, readApart } from '../platform/database/db.ts';
import { mapPage } from '../platform/database/page.ts';
import { ExplainedRefusal, Refusal } from '../platform/http/refusal.ts';
import { applyPackages, COMMAND, requireAccount } from './account.ts';
import { removeStaff, setGrant, setOpen, setStaffRole, setTrusted } from './labelStaff.ts';
import { kindNames, requireNamed } from './requireNamed.ts';

type Context = Pick<AppContext, 'db' | 'now'>;
type NameKind = contract.NameKind;

const CACHE = { max: contract.NameKind.options.length, ttlMs: 60_000, name: 'releases of names' };

/** Lists names. Their releases are counted anew after a merge here, else they may be a minute old. */
export function createNameLists(context: AppContext) {
  const { db, now, metrics } = context;
  const cache = createCache<ReleaseCount[]>({ ...CACHE, metrics }, now);
  const lastTwins = new Map<NameKind, { names: string; twins: ReturnType<typeof findTwins> }>();
  const readTwins = async (kind: NameKind) => {
    const all = await listAllNames(db, kind);
    const names = JSON.stringify(all);
    const last = lastTwins.get(kind);
    if (last?.names === names) return last.twins;
    const twins = findTwins(all);
    lastTwins.set(kind, { names, twins });
    return twins;
  };
  return {
    getNames: async (
      kind: NameKind,
      { twins, proposed, ...query }: RouteInput<typeof contract.names>['query'],
    ): Promise<RouteAnswer<typeof contract.names>> => {
      const counts = await cache.get(kind, () => readApart(db, (db) => countReleasesOfNames(db, kind)));
      const found = twins === undefined ? undefined : await readTwins(kind);
      const page = { ...query, ids: found && [...found.keys()], proposed: proposed === '1' };
      return mapPage(await listNamePage(db, kind, page, counts), (item) => ({
        ...item,
        twins: found?.get(item.id) ?? [],
      }));
    },
    mergeNames: (...pair: [kind: NameKind, from: string, into: string, actor: string]) =>
      mergeNames(context, ...pair).finally(() => cache.clear()),
  };
}

/** Names shorter than this differ by more than a typo. */
const TYPO_LENGTH = 5;

type Name = { id: string; name: string };

/** Names that are equal without accents, case and punctuation, or differ by one letter, by id. */
export function findTwins(names: Name[]): Map<string, Name[]> {
  const folded = names.map((name) => ({ name, text: sortText(name.name).replace(/[^\p{L}\p{N}]+/gu, '') }));
  const bySpelling = new Map<string, typeof folded>();
  for (const one of folded) {
    if (one.text === '') continue;
    for (const spelling of one.text.length < TYPO_LENGTH ? [one.text] : spellingsOf(one.text))
      bySpelling.set(spelling, [...(bySpelling.get(spelling) ?? []), one]);
  }
  const twins = new Map<string, Map<string, Name>>();
  for (const group of bySpelling.values())
    for (const one of group)
      for (const other of group) {
        if (one === other || !(one.text === other.text || isOneEditApart(one.text, other.text))) continue;
        twins.set(one.name.id, (twins.get(one.name.id) ?? new Map<string, Name>()).set(other.name.id, other.name));
      }
  return new Map([...twins].map(([id, others]) => [id, [...others.values()]]));
}

/** Makes a label or package. */
export function makeName(
  { db, now }: Context,
  kind: 'labels' | 'packages',
  name: string,
  actor = COMMAND,
): Promise<Name> {
  return inTransaction(db, async (db) => {
    await requireFree(db, kind, name);
    await deleteFormerName(db, kind, name);
    const made = await insertNamed(db, kind, name);
    const entry = { at: now(), actor, action: `${kindNames[kind]}.make`, subject: made.id };
    await insertAudit(db, { ...entry, after: { name } });
    return made;
  });
}

/** Makes a proposal of a label vocabulary. */
export function acceptName({ db, now }: Context, kind: ProposedKind, text: string, actor = COMMAND): Promise<Name> {
  return inTransaction(db, async (db) => {
    const row = await requireNamed(db, kind, text);
    if (!(await acceptNamed(db, kind, row))) throw new Refusal('NOTHING_CHANGED');
    const { id, name } = row;
    await insertAudit(db, { at: now(), actor, action: `${kindNames[kind]}.accept`, subject: id, after: { name } });
    return { id, name };
  });
}

/** Renames one, by its id or name, with its releases. */
export function renameName(
  { db, now }: Context,
  kind: NameKind,
  text: string,
  name: string,
  actor = COMMAND,
): Promise<Name> {
  return inTransaction(db, async (db) => {
    const row = await requireNamed(db, kind, text);
    requireChangeable(kind, row);
    if (kind === 'markets' && marketName(row.id) !== undefined) throw new Refusal('NAME_FIXED');
    await requireFree(db, kind, name, row);
    await rename(db, kind, row, name);
    const entry = { at: now(), actor, action: `${kindNames[kind]}.rename`, subject: row.id };
    await insertAudit(db, { ...entry, before: { name: row.name }, after: { name } });
    return { id: row.id, name };
  });
}

export async function previewMerge(
  db: Db,
  kind: NameKind,
  fromText: string,
  intoText: string,
): Promise<contract.NameMerge> {
  const [from, into] = await requirePair(db, kind, fromText, intoText);
  return describe(db, kind, from, into);
}

/**
 * Moves everything of one to the other one, each by its id or name, and deletes it. Releases keep their ids and addresses, and
 * with them marks, listens and shares.
 */
export function mergeNames(
  { db, now }: Context,
  kind: NameKind,
  fromText: string,
  intoText: string,
  actor = COMMAND,
): Promise<contract.NameMerge> {
  return inTransaction(db, async (db) => {
    const [from, into] = await requirePair(db, kind, fromText, intoText);
    await prepareMerge(db, kind, from);
    const moved = await describe(db, kind, from, into);
    const ids = [Number(from.key), Number(into.key)] as const;
    if (kind === 'labels') {
      await moveLabelMembers(db, ...ids);
      await moveGrants(db, 'label_id', ...ids);
      await moveLabelStops(db, ...ids);
      await moveDeliveries(db, ...ids);
      await moveLists(db, ...ids);
      await moveInvitees(db, ...ids);
    }
    if (kind === 'packages') {
      await moveGrants(db, 'package_id', ...ids);
      await moveMembers(db, ...ids, now());
    }
    await merge(db, kind, from, into);
    const { from: before, into: after, ...counts } = moved;
    const entry = { at: now(), actor, action: `${kindNames[kind]}.merge`, subject: from.id };
    await insertAudit(db, { ...entry, before, after: { ...after, ...counts } });
    return moved;
  });
}

const nameOf = ({ id, name }: NamedRow): Name => ({ id, name });

const describe = async (db: Db, kind: NameKind, from: NamedRow, into: NamedRow): Promise<contract.NameMerge> => ({
  from: nameOf(from),
  into: nameOf(into),
  ...(await countMerge(db, kind, from, into)),
});

async function requirePair(db: Db, kind: NameKind, from: string, into: string): Promise<[NamedRow, NamedRow]> {
  const pair: [NamedRow, NamedRow] = [await requireNamed(db, kind, from), await requireNamed(db, kind, into)];
  requireChangeable(kind, pair[0]);
  if (pair[0].key === pair[1].key) throw new Refusal('NAME_FIXED');
  return pair;
}

/** Every account holds "Everyone". */
export function requireChangeable(kind: NameKind, { name }: NamedRow): void {
  if (kind === 'packages' && name === EVERYONE) throw new Refusal('NAME_FIXED');
}

async function requireFree(db: Db, kind: NameKind, name: string, self?: NamedRow): Promise<void> {
  const row = await findNamed(db, kind, name);
  if (row && !row.isFormer && row.key !== self?.key)
    throw new ExplainedRefusal(
      'NAME_TAKEN',
      `There is a ${kindNames[kind]} "${row.name}" already: merge the two instead.`,
    );
}

export async function getLabel(db: Db, labelid: string): Promise<contract.LabelDetail> {
  const { key, id, name } = await requireNamed(db, 'labels', labelid);
  const [facts, members] = [await getLabelFacts(db, Number(key)), await listLabelMembers(db, Number(key))];
  const staff = members.map(({ playerid, name, email, role }) => ({ playerid, name, email, role }));
  return { id, name, ...facts, staff };
}

export async function changeLabel(
  context: AppContext,
  labelid: string,
  { contact, staff, package: granted, trusted }: RouteInput<typeof contract.changeLabel>['body'],
  actor: string,
): Promise<contract.LabelDetail> {
  return inTransaction(context.db, async (db) => {
    const inThis = { ...context, db };
    const row = await requireNamed(db, 'labels', labelid);
    if (contact !== undefined) await setContact(inThis, { id: Number(row.key), labelid: row.id }, contact, actor);
    if (staff?.role) await setStaffRole(inThis, row.id, staff.account, staff.role, actor);
    if (staff?.role === null) await removeStaff(inThis, row.id, staff.account, actor);
    if (trusted !== undefined) await setTrusted(inThis, row.id, trusted, actor);
    if (granted) await setGrant(inThis, row.id, granted.name, granted.granted, actor);
    return getLabel(db, row.id);
  });
}

export async function getMembers(
  db: Db,
  packageid: string,
  query: RouteInput<typeof contract.packageMembers>['query'],
): Promise<RouteAnswer<typeof contract.packageMembers>> {
  const { key, name } = await requireNamed(db, 'packages', packageid);
  const members = await listMembers(db, Number(key), query);
  return {
    name,
    ...(await getPackageFacts(db, Number(key))),
    ...mapPage(members, ({ since, ...row }) => ({ ...row, since: since.toISOString() })),
  };
}

/** Whose accounts the addresses of a pasted list are, and which of them hold a package, by its id or name. */
export async function checkPackagePeople(
  db: Db,
  packageid: string,
  text: string,
): Promise<RouteAnswer<typeof contract.checkPackagePeople>> {
  const { key } = await requireNamed(db, 'packages', packageid);
  const { addresses, wrong } = parseAddresses(text);
  const owners = await listAddressOwners(db, Number(key), addresses);
  const known = new Set(owners.flatMap((owner) => owner.addresses));
  return {
    people: owners.map(({ addresses: _addresses, ...person }) => person),
    unknown: addresses.filter((address) => !known.has(address)),
    wrong,
  };
}

export async function changePackage(
  context: AppContext,
  packageid: string,
  { open, member }: RouteInput<typeof contract.changePackage>['body'],
  actor: string,
): Promise<Name> {
  return inTransaction(context.db, async (db) => {
    const inThis = { ...context, db };
    // The account is locked before the package, as where rules give packages.
    const account = member && (await requireAccount(db, member.account));
    const row = await requireNamed(db, 'packages', packageid);
    if (open !== undefined) await setOpen(inThis, row.id, open, actor);
    if (member && account) {
      requireChangeable('packages', row);
      const isHeld = (await listPackages(db, account.accountid)).includes(row.name);
      if (isHeld === member.holds) throw new Refusal('NOTHING_CHANGED');
      const ids = [Number(row.key)];
      const change = member.holds ? { add: ids, remove: [] } : { add: [], remove: ids };
      await applyPackages(db, account, change, { actor, source: 'hand', now: context.now() });
    }
    return nameOf(row);
  });
}
