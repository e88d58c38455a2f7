import * as desk from '@promenade/contract/desk';
import * as downloads from '@promenade/contract/downloads';
import { AIRPLAY_CALLS_PER_HOUR, SHEETS_PER_HOUR } from '@promenade/contract/limits';
import * as media from '@promenade/contract/media';
import * as shelf from '@promenade/contract/shelf';
import { expect, test } from 'vitest';
import { setExcluded } from './operator/releases.ts';
import { createSong } from './testing/downloads.ts';
import { expectRefused, useUp } from './testing/refusals.ts';
import { type SignedIn, startTestServer } from './testing/testServer.ts';

// What pick-ups, the shelf and markers refuse, as far as their own tests do not meet it.

const server = await startTestServer({ env: { ZIPS_PER_HOUR: '1' } });
const { db } = server;
let stations = 0;

const ofReleases = (...releaseids: string[]) => ({ kind: 'releases' as const, releaseids });

/** An account with a shelf that has one song accepted. */
async function station(of = server) {
  const player = await of.signedIn({ company: `Ferry FM ${(stations += 1)}` });
  await player.call(shelf.shareShelf, { body: { ison: true } });
  const release = await of.release({ songs: [(await createSong(of)).track] });
  const { releaseid } = release;
  await player.call(shelf.decideShelf, { body: { releaseids: [releaseid], state: 'accepted' } });
  return { player, release, source: ofReleases(releaseid) };
}

const listShelf = ({ call }: SignedIn, format?: 'flac') =>
  call(shelf.shelfList, { params: { list: 'csv' }, query: { ...(format && { format }) } });

test('a pick-up of what is not there, streams only, or after too many lists', async () => {
  const { player, release, source } = await station();
  const { call } = player;
  const nothing = '00000000-0000-4000-8000-000000000000';
  const [playlist, run] = [
    { kind: 'playlist', playlistid: nothing },
    { kind: 'run', runid: nothing, decided: 'flag' },
  ] as const;
  const ask = (of: desk.PickupSource) => [
    call(desk.previewPickup, { body: { source: of } }),
    call(desk.startPickup, { body: { source: of } }),
  ];
  await expectRefused('PLAYLIST_NOT_FOUND', ...ask(playlist));
  await expectRefused('RUN_NOT_FOUND', ...ask(run));
  await expectRefused('RELEASE_NOT_FOUND', ...ask(ofReleases(nothing)));
  await db.updateTable('tracks').set({ candownload: false }).where('release_id', '=', release.id).execute();
  await expectRefused('STREAM_ONLY', ...ask(source), listShelf(player));
  await useUp(server, 'sheet', String(player.accountid), SHEETS_PER_HOUR);
  await expectRefused('TOO_MANY_REQUESTS', call(desk.startPickup, { body: { source } }), listShelf(player));
});

test('a list of the shelf with too few cut numbers, and of an empty one', async () => {
  const { player } = await station();
  await player.call(downloads.saveNaming, { body: { pattern: '{number}', first: 5, last: 5 } });
  const other = await server.release({ songs: [(await createSong(server)).track] });
  await player.call(shelf.decideShelf, { body: { releaseids: [other.releaseid], state: 'accepted' } });
  await expectRefused('CUT_NUMBERS_USED_UP', listShelf(player));
  const empty = await server.signedIn({ company: `Ferry FM ${(stations += 1)}` });
  await empty.call(shelf.shareShelf, { body: { ison: true } });
  await expectRefused('RELEASE_NOT_FOUND', listShelf(empty));
});

test('the zip of a pick-up whose song went, and above the limit', async () => {
  const { player, release, source } = await station();
  const { pickupid } = (await player.call(desk.startPickup, { body: { source } })).body;
  const zip = { params: { id: pickupid } };
  const ask = () => [
    player.call(downloads.pickupZipLink, zip),
    player.call(downloads.pickupZipStatus, zip),
    player.call(downloads.pickupZip, { ...zip, query: {} }),
  ];
  expect((await player.call(downloads.pickupZip, { ...zip, query: {} })).status).toBe(200);
  const { pickupid: second } = (await player.call(desk.startPickup, { body: { source } })).body;
  await expectRefused('DOWNLOAD_LIMIT', player.call(downloads.pickupZip, { params: { id: second }, query: {} }));
  await db.updateTable('tracks').set({ candownload: false }).where('release_id', '=', release.id).execute();
  await expectRefused('STREAM_ONLY', ...ask());
  await db.updateTable('tracks').set({ candownload: true }).where('release_id', '=', release.id).execute();
  const track = db.selectFrom('tracks').where('release_id', '=', release.id).select('id');
  await db.deleteFrom('renditions').where('track_id', 'in', track).execute();
  await expectRefused('FORMAT_NOT_AVAILABLE', ...ask());
  await setExcluded(server, release.releaseid, player.playerid, true);
  await expectRefused('RELEASE_NOT_FOUND', ...ask());
});

test('where downloads are turned off nothing is picked up', async () => {
  const closed = await startTestServer({ env: { DOWNLOADS: '0' } });
  const { player, source } = await station(closed);
  const zip = { params: { id: '00000000-0000-4000-8000-000000000000' } };
  await expectRefused(
    'DOWNLOADS_OFF',
    player.call(desk.previewPickup, { body: { source } }),
    player.call(desk.startPickup, { body: { source } }),
    player.call(downloads.pickupZipLink, zip),
    player.call(downloads.pickupZipStatus, zip),
    player.call(downloads.pickupZip, { ...zip, query: {} }),
    listShelf(player),
  );
});

test('votes and markers of a release that was taken away, and of a withdrawn one', async () => {
  const { player, release } = await station();
  const markers = { params: { id: release.trackids[0] ?? '' } };
  const ask = () => [
    player.call(media.trackMarkers, markers),
    player.call(media.setTrackMarkers, { ...markers, body: { own: {} } }),
    player.call(shelf.voteShelf, { params: { releaseid: release.releaseid }, body: { vote: 'for' } }),
  ];
  await setExcluded(server, release.releaseid, player.playerid, true);
  await expectRefused('FORBIDDEN', ...ask());
  await server.setState(release, 'withdrawn');
  await expectRefused('RELEASE_NOT_AVAILABLE', ...ask());
});

test('logs of played songs that come too often', async () => {
  const { player, release } = await station();
  await useUp(server, 'log match', player.playerid, AIRPLAY_CALLS_PER_HOUR);
  await useUp(server, 'airplays', player.playerid, AIRPLAY_CALLS_PER_HOUR);
  const song = { isrc: '', id: '', artist: 'Mara', title: 'Ferry' };
  const plays = [{ trackid: release.trackids[0] ?? '', day: '2026-01-01' }];
  const batch = '00000000-0000-4000-8000-000000000001';
  await expectRefused(
    'TOO_MANY_REQUESTS',
    player.call(shelf.matchSongs, { body: { songs: [song] } }),
    player.call(shelf.tellAirplays, { body: { batch, station: 'FM', zone: 'UTC', plays } }),
  );
});
