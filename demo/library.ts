import { signIn, signOut } from '@promenade/contract/access';
import { release as releaseRoute, releases as releasesRoute } from '@promenade/contract/catalogue';
import { flagTrack, markReleases, reportPlay } from '@promenade/contract/library';
import { connections, shareRelease } from '@promenade/contract/network';
import { addToPlaylist, createPlaylist } from '@promenade/contract/playlists';
import type { Route, RouteAnswer, RouteRequest } from '@promenade/contract/route';
import type { FastifyInstance } from 'fastify';
import type { Db } from '../server/platform/database/db.ts';
import { getInstallationFact, setInstallationFact } from '../server/platform/process/installation.ts';
import { DEMO_PASSWORD } from './accounts.ts';

type Call = <R extends Route>(route: R, request?: RouteRequest<R>) => Promise<RouteAnswer<R>>;

const FACT = 'demo-library';
const SHARE_MESSAGE = 'The chorus stayed with me all afternoon. One for your morning show?';

/**
 * Gives the programmer playlists, marks, a history and a share from the colleague, once, by the calls that their browsers
 * would send. Needs the releases that the first start waits for.
 * @throws when a call is refused
 */
export async function createDemoLibrary(app: FastifyInstance, db: Db): Promise<void> {
  if ((await getInstallationFact(db, FACT)) !== undefined) return;
  await setInstallationFact(db, FACT, true);
  await withSession(app, 'colleague@demo.test', shareWithProgrammer);
  await withSession(app, 'programmer@demo.test', fillLibrary);
}

async function shareWithProgrammer(call: Call): Promise<void> {
  const { data } = await call(connections);
  const { items } = await call(releasesRoute, { query: {} });
  for (const { releaseid } of items) {
    const { allow_sharing } = await call(releaseRoute, { params: { releaseid } });
    if (!allow_sharing) continue;
    const players_id = data.connections.map(({ player_id }) => player_id);
    await call(shareRelease, { body: { release_id: releaseid, players_id, message: SHARE_MESSAGE } });
    return;
  }
}

/** The newest release stays untouched. */
async function fillLibrary(call: Call): Promise<void> {
  const { items } = await call(releasesRoute, { query: {} });
  const details = [];
  for (const { releaseid } of items.slice(1)) details.push(await call(releaseRoute, { params: { releaseid } }));
  const songs = details
    .map(({ songs }) => songs.filter(({ assettype }) => assettype === 'audio'))
    .filter((audio) => audio.length > 0);
  const first = songs.flatMap(([song]) => song ?? []);
  for (const [index, { trackid, duration }] of first.slice(0, 8).toReversed().entries())
    await call(reportPlay, { body: { trackid, seconds: index % 3 === 0 ? duration / 2 : duration } });
  const ids = details.map(({ releaseid }) => releaseid);
  await call(markReleases, { body: { action: 'flag', releaseids: ids.slice(0, 5) } });
  await call(markReleases, { body: { action: 'archive', releaseids: ids.slice(-3) } });
  for (const { releaseid, trackid } of first.slice(4, 8)) await call(flagTrack, { params: { releaseid, trackid } });
  const playlists = [
    { name: 'Morning show', desc: 'Weekdays, six to ten', tracks: first.slice(0, 5) },
    { name: 'Weekend longlist', desc: '', tracks: songs.slice(2, 7).flatMap((audio) => audio.slice(0, 2)) },
  ];
  for (const { tracks, ...playlist } of playlists) {
    const { playlistid } = await call(createPlaylist, { body: { ...playlist, default: false } });
    const body = { tracks: tracks.map(({ trackid }) => trackid), position: 'before' as const };
    await call(addToPlaylist, { params: { playlistid }, body });
  }
}

async function withSession(app: FastifyInstance, username: string, run: (call: Call) => Promise<void>): Promise<void> {
  const signedOut = createCall(app);
  const tokens = await signedOut(signIn, { body: { username, password: DEMO_PASSWORD, publicdevice: true } });
  const call = createCall(app, tokens['access-token']);
  await run(call);
  await call(signOut);
}

const createCall =
  (app: FastifyInstance, token?: string): Call =>
  async (route, request) => {
    const { params = {}, body } = (request ?? {}) as { params?: Record<string, string>; body?: object };
    const response = await app.inject({
      method: route.method,
      url: `/api${route.path.replaceAll(/:(\w+)/g, (_all, name: string) => params[name] ?? '')}`,
      ...(token && { headers: { authorization: `Bearer ${token}` } }),
      ...(body && { payload: body }),
    });
    if (response.statusCode >= 400) throw new Error(`${route.method} ${route.path}: ${response.body}`);
    return (response.body ? response.json() : undefined) as RouteAnswer<typeof route>;
  };
