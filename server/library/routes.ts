import * as library from '@promenade/contract/library';
import type { FastifyInstance } from 'fastify';
import type { Gallery } from '../catalogue/gallery.ts';
import type { AppContext } from '../platform/context.ts';
import { serve } from '../platform/http/serve.ts';
import { archiveRelease, restoreRelease } from './archive.ts';
import { flagRelease, flagTrack, unflagRelease, unflagTrack } from './flag.ts';
import { play, playedReleases, playedTracks } from './plays.ts';
import { dropAllArchived, dropAllFlags } from './queries.ts';

/** What an account flagged, archived or played. What comes into the gallery or leaves it counts in its total at once. */
export function libraryRoutes(app: FastifyInstance, { db, now }: AppContext, gallery: Gallery): void {
  serve(app, library.flagRelease, ({ caller, params }) => flagRelease(db, { ...caller, ...params }, now()));
  serve(app, library.unflagRelease, ({ caller, params }) => unflagRelease(db, { ...caller, ...params }, now()));
  serve(app, library.flagTrack, ({ caller, params }) => flagTrack(db, { ...caller, ...params }, now()));
  serve(app, library.unflagTrack, ({ caller, params }) => unflagTrack(db, { ...caller, ...params }, now()));
  serve(app, library.clearFlags, async ({ caller }) => ({ cleared: await dropAllFlags(db, caller.accountid) }));
  serve(app, library.flagged, ({ caller, query }) => gallery.marked({ ...caller, ...query }, 'flagged'));
  serve(app, library.archived, ({ caller, query }) => gallery.marked({ ...caller, ...query }, 'archived'));
  serve(app, library.reportPlay, ({ caller, body }) => play(db, { ...caller, ...body }, now()));
  serve(app, library.plays, ({ caller, query }) => playedTracks(db, { ...caller, ...query }));
  serve(app, library.playedReleases, ({ caller, query }) => playedReleases(db, { ...caller, ...query }));
  serve(app, library.archiveRelease, async ({ caller, params }) => {
    const release = await archiveRelease(db, { ...caller, ...params }, now());
    gallery.forget(caller.accountid);
    return release;
  });
  serve(app, library.restoreRelease, async ({ caller, params }) => {
    const release = await restoreRelease(db, { ...caller, ...params }, now());
    gallery.forget(caller.accountid);
    return release;
  });
  serve(app, library.clearArchive, async ({ caller }) => {
    const cleared = await dropAllArchived(db, caller.accountid);
    gallery.forget(caller.accountid);
    return { cleared };
  });
}
