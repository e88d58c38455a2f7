import { counts } from '@promenade/contract/counts';
import * as library from '@promenade/contract/library';
import type { RouteInput } from '@promenade/contract/route';
import type { FastifyInstance } from 'fastify';
import type { Gallery } from '../catalogue/gallery.ts';
import type { AppContext } from '../platform/context.ts';
import type { Caller } from '../platform/http/caller.ts';
import { requireRefusal } from '../platform/http/refusal.ts';
import { serve } from '../platform/http/serve.ts';
import { getCounts } from './counts.ts';
import {
  archiveRelease,
  flagRelease,
  flagTrack,
  listFlaggedTracks,
  markReleases,
  react,
  restoreRelease,
  unflagRelease,
  unflagTrack,
  withdrawReaction,
} from './marks.ts';
import { createPlayRecorder, listPlayedReleases, listPlayedTracks, openRelease } from './plays.ts';
import { clearArchive, clearFlags } from './queries.ts';

/** Flags, archive and history of an account. */
export function libraryRoutes(app: FastifyInstance, { db, now }: AppContext, gallery: Gallery): void {
  serve(app, library.flagRelease, ({ caller, params }) => flagRelease(db, { ...caller, ...params }, now()));
  serve(app, library.unflagRelease, ({ caller, params }) => unflagRelease(db, { ...caller, ...params }, now()));
  serve(app, library.flagTrack, ({ caller, params }) => flagTrack(db, { ...caller, ...params }, now()));
  serve(app, library.unflagTrack, ({ caller, params }) => unflagTrack(db, { ...caller, ...params }, now()));
  serve(app, library.clearFlags, async ({ caller }) => ({
    cleared: await clearFlags(db, caller.accountid),
  }));
  serve(app, library.flagged, ({ caller, query, read }) =>
    read((db) => gallery.listMarked(db, { ...caller, ...query }, 'flagged')),
  );
  serve(app, library.flaggedTracks, ({ caller, query, read }) =>
    read((db) => listFlaggedTracks(db, { ...caller, ...query })),
  );
  serve(app, library.archiveRelease, ({ caller, params }) => archiveRelease(db, { ...caller, ...params }, now()));
  serve(app, library.restoreRelease, ({ caller, params }) => restoreRelease(db, { ...caller, ...params }, now()));
  serve(app, library.clearArchive, async ({ caller }) => ({
    cleared: await clearArchive(db, caller.accountid),
  }));
  serve(app, library.archived, ({ caller, query, read }) =>
    read((db) => gallery.listMarked(db, { ...caller, ...query }, 'archived')),
  );
  serve(app, library.markReleases, ({ caller, body }) => markReleases(db, { ...caller, ...body }, now()));
  serve(app, library.react, async ({ caller, params, body }) => {
    const release = await react(db, { ...caller, ...params, reaction: body }, now());
    app.changes.addReport(params.releaseid);
    return release;
  });
  serve(app, library.withdrawReaction, async ({ caller, params }) => {
    const release = await withdrawReaction(db, { ...caller, ...params }, now());
    app.changes.addReport(params.releaseid);
    return release;
  });
  serve(app, counts, ({ caller, read }) => read((db) => getCounts(db, gallery, caller)));
  const recordPlay = createPlayRecorder({ db, now });
  const reportPlay = async (caller: Caller, listen: RouteInput<typeof library.reportPlay>['body']) => {
    const play = await recordPlay({ ...caller, ...listen });
    app.changes.addReport(play.releaseid);
    return play;
  };
  const reportOpen = async (caller: Caller, releaseid: string) => {
    await openRelease(db, { ...caller, releaseid }, now());
    app.changes.addReport(releaseid);
  };
  serve(app, library.reportPlay, ({ caller, body }) => reportPlay(caller, body));
  serve(app, library.reportOpen, async ({ caller, params }) => {
    await reportOpen(caller, params.releaseid);
    return undefined;
  });
  const toCode = (reason: unknown) => requireRefusal(reason).code;
  serve(app, library.reportListening, async ({ caller, body }) => {
    const [listens, opened] = await Promise.all([
      Promise.all(
        body.listens.map((listen) => reportPlay(caller, listen).catch((reason) => ({ code: toCode(reason) }))),
      ),
      Promise.all(
        body.opened.map(async (releaseid) => ({
          releaseid,
          code: await reportOpen(caller, releaseid).then(() => null, toCode),
        })),
      ),
    ]);
    return { listens, opened };
  });
  serve(app, library.plays, ({ caller, query, read }) => read((db) => listPlayedTracks(db, { ...caller, ...query })));
  serve(app, library.playedReleases, ({ caller, query, read }) =>
    read((db) => listPlayedReleases(db, { ...caller, ...query })),
  );
}
