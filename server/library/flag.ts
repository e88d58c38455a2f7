import type { Db } from '../platform/database/db.ts';
import { Refusal } from '../platform/http/refusal.ts';
import type { Json } from '../platform/http/serve.ts';
import { type Asked, mark, unmark } from './changed.ts';
import {
  dropFlag,
  dropTrackFlag,
  dropTrackFlags,
  findTrack,
  holdUnarchived,
  type Mark,
  putTrackFlag,
} from './queries.ts';

type AskedTrack = Asked & { trackid: string };

/** @throws RELEASE_ARCHIVED and what `mark` throws */
export function flagRelease(db: Db, asked: Asked, now: Date): Promise<Json> {
  return mark(db, asked, now, async (db, mark) => {
    if (!(await holdUnarchived(db, mark, now))) throw new Refusal('RELEASE_ARCHIVED');
  });
}

/** @throws RELEASE_NOT_FOUND */
export function unflagRelease(db: Db, asked: Asked, now: Date): Promise<Json> {
  return unmark(db, asked, now, async (db, mark) => {
    await dropFlag(db, mark);
    await dropTrackFlags(db, mark);
  });
}

/** @throws TRACK_NOT_FOUND, RELEASE_ARCHIVED and what `mark` throws */
export function flagTrack(db: Db, { trackid, ...asked }: AskedTrack, now: Date): Promise<Json> {
  return mark(db, asked, now, async (db, mark) => {
    const track = await requireTrack(db, mark, trackid);
    if (!(await holdUnarchived(db, mark, null))) throw new Refusal('RELEASE_ARCHIVED');
    await putTrackFlag(db, mark, track, now);
  });
}

/** @throws RELEASE_NOT_FOUND, TRACK_NOT_FOUND */
export function unflagTrack(db: Db, { trackid, ...asked }: AskedTrack, now: Date): Promise<Json> {
  return unmark(db, asked, now, async (db, mark) => {
    await dropTrackFlag(db, mark, await requireTrack(db, mark, trackid));
  });
}

async function requireTrack(db: Db, { release }: Mark, trackid: string): Promise<number> {
  const track = await findTrack(db, { release, trackid });
  if (track === undefined) throw new Refusal('TRACK_NOT_FOUND');
  return track;
}
