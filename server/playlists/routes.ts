import * as playlists from '@promenade/contract/playlists';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../platform/context.ts';
import { serve } from '../platform/http/serve.ts';
import { addTracks, createPlaylist, deletePlaylist, moveTracks, removeTrack, removeTracks } from './change.ts';
import { clearPin, renamePlaylist, setPin } from './changeQueries.ts';
import { getPlaylist, listPlaylists, listTracks, requirePlaylist } from './show.ts';

/** Playlists are private: those of others do not exist for an account. */
export function playlistRoutes(app: FastifyInstance, { db, now }: AppContext): void {
  serve(app, playlists.playlists, ({ caller, query, read }) =>
    read((db) => listPlaylists(db, { ...caller, ...query })),
  );
  serve(app, playlists.createPlaylist, ({ caller, body, db }) => createPlaylist(db, { ...caller, ...body }, now()));
  serve(app, playlists.playlist, ({ caller, params, read }) => read((db) => getPlaylist(db, { ...caller, ...params })));
  serve(app, playlists.changePlaylist, async ({ caller, params, body }) =>
    requirePlaylist(await renamePlaylist(db, { ...caller, ...params, ...body })),
  );
  serve(app, playlists.deletePlaylist, ({ caller, params }) => deletePlaylist(db, { ...caller, ...params }));
  serve(app, playlists.pinPlaylist, async ({ caller, params }) =>
    requirePlaylist(await setPin(db, { ...caller, ...params }, now())),
  );
  serve(app, playlists.unpinPlaylist, async ({ caller, params }) =>
    requirePlaylist(await clearPin(db, { ...caller, ...params })),
  );
  serve(app, playlists.playlistTracks, ({ caller, params, query, read }) =>
    read((db) => listTracks(db, { ...caller, ...params, ...query })),
  );
  serve(app, playlists.addToPlaylist, ({ caller, params, body, db }) =>
    addTracks(db, { ...caller, ...params, ...body }, now()),
  );
  serve(app, playlists.moveInPlaylist, ({ caller, params, body }) => moveTracks(db, { ...caller, ...params, ...body }));
  serve(app, playlists.removeFromPlaylist, ({ caller, params }) => removeTrack(db, { ...caller, ...params }));
  serve(app, playlists.clearPlaylist, ({ caller, params, body }) =>
    removeTracks(db, { ...caller, ...params, tracks: body?.tracks }),
  );
}
