import * as library from '@promenade/contract/library';
import type { FastifyInstance } from 'fastify';
import type { Gallery } from '../catalogue/gallery.ts';
import type { AppContext } from '../platform/context.ts';
import { serve } from '../platform/http/serve.ts';
import { archiveRelease, flagRelease, flagTrack, restoreRelease, unflagRelease, unflagTrack } from './marks.ts';
import { listPlayedReleases, listPlayedTracks, recordPlay } from './plays.ts';
import { clearArchive, clearFlags } from './queries.ts';

/** Flags, archive and history of an account. Archiving changes the totals of its gallery at once. */
export function libraryRoutes(app: FastifyInstance, { db, now }: AppContext, gallery: Gallery): void {
  serve(app, library.flagRelease, ({ caller, params }) => flagRelease(db, { ...caller, ...params }, now()));
  serve(app, library.unflagRelease, ({ caller, params }) => unflagRelease(db, { ...caller, ...params }, now()));
  serve(app, library.flagTrack, ({ caller, params }) => flagTrack(db, { ...caller, ...params }, now()));
  serve(app, library.unflagTrack, ({ caller, params }) => unflagTrack(db, { ...caller, ...params }, now()));
  serve(app, library.clearFlags, async ({ caller }) => ({ cleared: await clearFlags(db, caller.accountid) }));
  serve(app, library.flagged, ({ caller, query }) => gallery.listMarked({ ...caller, ...query }, 'flagged'));
  serve(app, library.archived, ({ caller, query }) => gallery.listMarked({ ...caller, ...query }, 'archived'));
  serve(app, library.reportPlay, async ({ caller, body }) => {
    const play = await recordPlay(db, { ...caller, ...body }, now());
    app.changes.addReport(play.releaseid);
    return play;
  });
  serve(app, library.plays, ({ caller, query }) => listPlayedTracks(db, { ...caller, ...query }));
  serve(app, library.playedReleases, ({ caller, query }) => listPlayedReleases(db, { ...caller, ...query }));
  serve(app, library.archiveRelease, async ({ caller, params }) => {
    const release = await archiveRelease(db, { ...caller, ...params }, now());
    gallery.clearCache(caller.accountid);
    return release;
  });
  serve(app, library.restoreRelease, async ({ caller, params }) => {
    const release = await restoreRelease(db, { ...caller, ...params }, now());
    gallery.clearCache(caller.accountid);
    return release;
  });
  serve(app, library.clearArchive, async ({ caller }) => {
    const cleared = await clearArchive(db, caller.accountid);
    gallery.clearCache(caller.accountid);
    return { cleared };
  });
}
