import { counts } from '@promenade/contract/counts';
import * as library from '@promenade/contract/library';
import type { FastifyInstance } from 'fastify';
import type { Gallery } from '../catalogue/gallery.ts';
import type { AppContext } from '../platform/context.ts';
import { serve } from '../platform/http/serve.ts';
import { getCounts } from './counts.ts';
import {
  archiveRelease,
  flagRelease,
  flagTrack,
  listFlaggedTracks,
  markReleases,
  restoreRelease,
  unflagRelease,
  unflagTrack,
} from './marks.ts';
import { listPlayedReleases, listPlayedTracks, recordPlay } from './plays.ts';
import { clearArchive, clearFlags } from './queries.ts';

/** Flags, archive and history of an account. Each change of them changes the totals of its gallery at once. */
export function libraryRoutes(app: FastifyInstance, { db, now }: AppContext, gallery: Gallery): void {
  async function change<Answer>(accountid: number, answer: Promise<Answer>): Promise<Answer> {
    const changed = await answer;
    gallery.clearCache(accountid);
    return changed;
  }
  serve(app, library.flagRelease, ({ caller, params }) =>
    change(caller.accountid, flagRelease(db, { ...caller, ...params }, now())),
  );
  serve(app, library.unflagRelease, ({ caller, params }) =>
    change(caller.accountid, unflagRelease(db, { ...caller, ...params }, now())),
  );
  serve(app, library.flagTrack, ({ caller, params }) =>
    change(caller.accountid, flagTrack(db, { ...caller, ...params }, now())),
  );
  serve(app, library.unflagTrack, ({ caller, params }) =>
    change(caller.accountid, unflagTrack(db, { ...caller, ...params }, now())),
  );
  serve(app, library.clearFlags, async ({ caller }) => ({
    cleared: await change(caller.accountid, clearFlags(db, caller.accountid)),
  }));
  serve(app, library.flagged, ({ caller, query, read }) =>
    read((db) => gallery.listMarked(db, { ...caller, ...query }, 'flagged')),
  );
  serve(app, library.flaggedTracks, ({ caller, query, read }) =>
    read((db) => listFlaggedTracks(db, { ...caller, ...query })),
  );
  serve(app, library.archiveRelease, ({ caller, params }) =>
    change(caller.accountid, archiveRelease(db, { ...caller, ...params }, now())),
  );
  serve(app, library.restoreRelease, ({ caller, params }) =>
    change(caller.accountid, restoreRelease(db, { ...caller, ...params }, now())),
  );
  serve(app, library.clearArchive, async ({ caller }) => ({
    cleared: await change(caller.accountid, clearArchive(db, caller.accountid)),
  }));
  serve(app, library.archived, ({ caller, query, read }) =>
    read((db) => gallery.listMarked(db, { ...caller, ...query }, 'archived')),
  );
  serve(app, library.markReleases, ({ caller, body }) =>
    change(caller.accountid, markReleases(db, { ...caller, ...body }, now())),
  );
  serve(app, counts, ({ caller, read }) => read((db) => getCounts(db, gallery, caller)));
  serve(app, library.reportPlay, async ({ caller, body }) => {
    const play = await change(caller.accountid, recordPlay(db, { ...caller, ...body }, now()));
    app.changes.addReport(play.releaseid);
    return play;
  });
  serve(app, library.plays, ({ caller, query, read }) => read((db) => listPlayedTracks(db, { ...caller, ...query })));
  serve(app, library.playedReleases, ({ caller, query, read }) =>
    read((db) => listPlayedReleases(db, { ...caller, ...query })),
  );
}
