import type { DocumentPatch } from '@promenade/contract/delivery';
import type { ReleaseState } from '@promenade/contract/label';
import type { Db } from '../platform/database/db.ts';
import { Refusal } from '../platform/http/refusal.ts';
import { mergeDocument } from './document/document.ts';
import type { StoredDocument } from './document/documentQueries.ts';
import { countRecipients } from './recipientQueries.ts';
import { lockReleaseState, type NamedRelease, notifyWithdrawn } from './withdrawQueries.ts';

// Whatever changes a release runs inside `guardState`, which compares its state before and after. A release that would
// come out, end, go away or return is refused until the caller confirms it.

/** `scheduled` and `ended` follow from the dates (requirements decision 39). */
export function getReleaseState(
  { state, available_at, ends_at }: Pick<NamedRelease, 'state' | 'available_at' | 'ends_at'>,
  now: Date,
): ReleaseState {
  if (state !== 'available') return state;
  if (ends_at !== null && ends_at <= now) return 'ended';
  return available_at > now ? 'scheduled' : 'available';
}

interface Move {
  title: string;
  from: ReleaseState;
  to: ReleaseState;
  people: number;
}

/** A change would move a release to another state, and nobody confirmed that. Nothing was changed. */
export class StateRefusal extends Refusal {
  constructor(move: Move) {
    super('STATE_UNCONFIRMED', { ...move, people: String(move.people) });
    this.message = describeMove(move);
  }
}

function describeMove({ title, from, to, people }: Move): string {
  const all = people === 1 ? '1 person' : `${people} people`;
  const what = {
    draft: 'would be a draft again',
    scheduled: from === 'draft' ? `would be scheduled for ${all}` : `would be scheduled again, away from ${all}`,
    available: `would be available to ${all} at once`,
    ended: `would end for ${all}`,
    withdrawn: `would be withdrawn from ${all}`,
  };
  return `"${title}" is ${from} and ${what[to]}: nothing was changed.`;
}

/** How a change may move a release. */
export interface StateChange {
  now: Date;
  confirmed: boolean | undefined;
}

/**
 * Runs a change of a release in the caller's transaction, which ends when this refuses.
 * @throws StateRefusal when the change moves the release to another state and is not confirmed
 */
export async function guardState<Result>(
  db: Db,
  id: number,
  { now, confirmed }: StateChange,
  change: () => Promise<Result>,
): Promise<Result> {
  const before = await lockReleaseState(db, id);
  const result = await change();
  const after = await lockReleaseState(db, id);
  const [from, to] = [getReleaseState(before, now), getReleaseState(after, now)];
  if (from === to) return result;
  if (!confirmed) throw await createRefusal(db, id, { title: after.title, from, to });
  // Withdrawals and ends tell the nodes themselves.
  if (from === 'available' && to === 'scheduled') await notifyWithdrawn(db, after.releaseid);
  return result;
}

async function createRefusal(db: Db, id: number, move: Omit<Move, 'people'>): Promise<StateRefusal> {
  const { recipients, former, addresses } = await countRecipients(db, [id]);
  // The accounts of typed addresses are recipients once it is published.
  return new StateRefusal({ ...move, people: recipients - former + (move.from === 'draft' ? addresses : 0) });
}

type SaidDocument = Omit<StoredDocument, 'version'>;

/** Ends the fingerprint of a delivery whose dates do not count yet: delivered again, it is not unchanged. */
export const HELD = ':held';

export const withoutDates = ({ available: _available, ends: _ends, ...edits }: DocumentPatch = {}): DocumentPatch =>
  edits;

/** Keeps the dates of a release, as edits, when those of a delivery would move it to another state. */
export async function holdDates(db: Db, id: number, document: SaidDocument, now: Date) {
  const row = await lockReleaseState(db, id);
  const { available, ends } = mergeDocument(document.delivered, document.edits);
  const dates = {
    available_at: available === undefined ? row.available_at : new Date(available),
    ends_at: ends === undefined ? null : new Date(ends),
  };
  const [from, to] = [getReleaseState(row, now), getReleaseState({ ...row, ...dates }, now)];
  if (from === to) return { document, held: undefined };
  const kept = {
    ...(dates.available_at.getTime() !== row.available_at.getTime() && { available: row.available_at.toISOString() }),
    ...(dates.ends_at?.getTime() !== row.ends_at?.getTime() && { ends: row.ends_at && row.ends_at.toISOString() }),
  };
  return {
    document: { ...document, edits: { ...document.edits, ...kept }, fingerprint: document.fingerprint + HELD },
    held: await createRefusal(db, id, { title: row.title, from, to }),
  };
}
