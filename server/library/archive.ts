import type { Db } from '../platform/database/db.ts';
import type { Json } from '../platform/http/serve.ts';
import { type Asked, mark, unmark } from './changed.ts';
import { dropArchived, dropTrackFlags, putArchived } from './queries.ts';

/** Drops the flags of the release and of its tracks (C-ARCHIVE-02). @throws what `mark` throws */
export function archiveRelease(db: Db, asked: Asked, now: Date): Promise<Json> {
  return mark(db, asked, now, async (db, mark) => {
    await putArchived(db, mark, now);
    await dropTrackFlags(db, mark);
  });
}

/** @throws RELEASE_NOT_FOUND */
export function restoreRelease(db: Db, asked: Asked, now: Date): Promise<Json> {
  return unmark(db, asked, now, dropArchived);
}
