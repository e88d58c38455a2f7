import * as playlists from '@promenade/contract/playlists';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../platform/context.ts';
import { serve } from '../platform/http/serve.ts';
import { addTracks, createPlaylist, deletePlaylist, move, removeTrack, removeTracks } from './change.ts';
import { dropPin, putPin, renamePlaylist } from './changeQueries.ts';
import { found, listPage, listTracks, showPlaylist } from './show.ts';

/** What an account groups for itself; nobody else's playlists exist for it. */
export function playlistRoutes(app: FastifyInstance, { db, now }: AppContext): void {
  serve(app, playlists.playlists, ({ caller, query }) => listPage(db, { ...caller, ...query }));
  serve(app, playlists.createPlaylist, ({ caller, body }) => createPlaylist(db, { ...caller, ...body }, now()));
  serve(app, playlists.playlist, ({ caller, params }) => showPlaylist(db, { ...caller, ...params }));
  serve(app, playlists.changePlaylist, async ({ caller, params, body }) =>
    found(await renamePlaylist(db, { ...caller, ...params, ...body })),
  );
  serve(app, playlists.deletePlaylist, ({ caller, params }) => deletePlaylist(db, { ...caller, ...params }));
  serve(app, playlists.pinPlaylist, async ({ caller, params }) =>
    found(await putPin(db, { ...caller, ...params }, now())),
  );
  serve(app, playlists.unpinPlaylist, async ({ caller, params }) => found(await dropPin(db, { ...caller, ...params })));
  serve(app, playlists.playlistTracks, ({ caller, params, query }) =>
    listTracks(db, { ...caller, ...params, ...query }),
  );
  serve(app, playlists.addToPlaylist, ({ caller, params, body }) =>
    addTracks(db, { ...caller, ...params, ...body }, now()),
  );
  serve(app, playlists.moveInPlaylist, ({ caller, params, body }) => move(db, { ...caller, ...params, ...body }));
  serve(app, playlists.removeFromPlaylist, ({ caller, params }) => removeTrack(db, { ...caller, ...params }));
  serve(app, playlists.clearPlaylist, ({ caller, params, body }) =>
    removeTracks(db, { ...caller, ...params, tracks: body?.tracks }),
  );
}
