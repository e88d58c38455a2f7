import { randomUUID } from 'node:crypto';
import * as desk from '@promenade/contract/desk';
import { archiveRelease, flagRelease } from '@promenade/contract/library';
import { OPEN_RUNS_MAX, RUNS_PER_HOUR } from '@promenade/contract/limits';
import { shareRelease } from '@promenade/contract/network';
import { addToPlaylist, createPlaylist } from '@promenade/contract/playlists';
import { expect, test, vi } from 'vitest';
import { insertConnection } from '../network/connectionQueries.ts';
import { refused } from '../testing/client.ts';
import { openEventStream } from '../testing/eventStream.ts';
import { readPdf } from '../testing/readPdf.ts';
import type { TestRelease } from '../testing/releases.ts';
import { type SignedIn, startTestServer } from '../testing/testServer.ts';
import { deleteOldRuns } from './runs.ts';

const server = await startTestServer();
const HOUR_MS = 3600_000;
const gallery = { kind: 'gallery' as const, query: { sort: 'title' as const } };

/** An account with releases of a package of its own, named A, B, C … */
async function audience(count: number) {
  const packages = [`Package ${randomUUID()}`];
  const player = await server.signedIn({ packages, everyone: false });
  const releases: TestRelease[] = [];
  for (const title of 'ABCDEFGH'.slice(0, count)) releases.push(await server.release({ packages, title, tracks: 2 }));
  return { packages, player, releases, ids: releases.map(({ releaseid }) => releaseid) };
}

const start = async ({ call }: SignedIn, source: (typeof desk.startRun)['body']['_zod']['input']['source'] = gallery) =>
  call(desk.startRun, { body: { source } });

/** As if the time of the limits was over. */
const forgetAttempts = () => server.db.deleteFrom('rate_limits').execute();

const decision = (releaseid: string, kind: desk.DecisionKind, position: number) => ({
  id: randomUUID(),
  releaseid,
  kind,
  position,
});

test('a run is made of each list, in its order, and stays as it was', async () => {
  const { player, packages, releases, ids } = await audience(4);
  const { call } = player;
  const [a = '', b = '', c = '', d = ''] = ids;
  const friend = await server.signedIn({ packages, firstname: 'Mia', lastname: 'Ostrander' });
  await insertConnection(server.db, player.accountid, friend.accountid, server.now());
  for (const releaseid of [b, d])
    await friend.call(shareRelease, { body: { release_id: releaseid, players_id: [player.playerid] } });
  const playlist = (await call(createPlaylist, { body: { name: 'Friday' } })).body;
  const tracks = [releases[2]?.trackids[1], releases[0]?.trackids[0], releases[2]?.trackids[0]].map((id) => id ?? '');
  await call(addToPlaylist, { params: playlist, body: { tracks } });
  await call(flagRelease, { params: { releaseid: c } });
  await call(archiveRelease, { params: { releaseid: d } });

  const cases: [Parameters<typeof start>[1], string, string[]][] = [
    [gallery, '', [a, b, c]],
    [{ kind: 'gallery', query: { sort: '-title', tohear: 'true' } }, '', [b, a]],
    [{ kind: 'flagged' }, '', [c]],
    [{ kind: 'playlist', playlistid: playlist.playlistid }, 'Friday', [c, a]],
    [{ kind: 'shares', playerid: friend.playerid }, 'Mia Ostrander', [d, b]],
  ];
  for (const [source, title, releaseids] of cases) {
    const { status, body } = await start(player, source);
    expect({ status, body }, source?.kind).toMatchObject({
      status: 201,
      body: {
        title,
        source: source?.kind,
        releaseids,
        total: releaseids.length,
        listed: releaseids.length,
        position: 0,
      },
    });
    await call(archiveRelease, { params: { releaseid: a } });
    expect((await call(desk.run, { params: body })).body.releaseids).toEqual(releaseids);
    await server.db
      .deleteFrom('marks')
      .where('release_id', '=', releases[0]?.id ?? 0)
      .execute();
  }
});

test('a run of a label has its name, and a second pass those of a former run that were decided so', async () => {
  const packages = [`Package ${randomUUID()}`];
  const player = await server.signedIn({ packages, everyone: false });
  const label = { name: `Harbour ${randomUUID()}`, contact: null };
  const [a, b] = [await server.release({ packages, label }), await server.release({ packages, label })];
  const { labelid } = await server.db
    .selectFrom('labels')
    .where('name', '=', label.name)
    .select('labelid')
    .executeTakeFirstOrThrow();
  const { body } = await start(player, { kind: 'gallery', query: { labels: labelid } });
  expect(body).toMatchObject({ title: label.name, total: 2 });
  const decisions = [decision(b.releaseid, 'flag', 1), decision(a.releaseid, 'archive', 2)];
  await player.call(desk.decide, { params: body, body: { decisions } });
  const second = await start(player, { kind: 'run', runid: body.runid, decided: 'flag' });
  expect(second.body).toMatchObject({ title: label.name, source: 'run', releaseids: [b.releaseid] });
});

test('an empty list, a foreign source and a list that is open are refused', async () => {
  const [{ player }, other] = [await audience(1), await audience(1)];
  const unknown = randomUUID();
  const run = (await start(other.player)).body;
  const { playlistid } = (await other.player.call(createPlaylist, { body: { name: 'Own' } })).body;
  const cases = [
    [{ kind: 'flagged' }, 'RUN_EMPTY'],
    [{ kind: 'playlist', playlistid }, 'PLAYLIST_NOT_FOUND'],
    [{ kind: 'playlist', playlistid: unknown }, 'PLAYLIST_NOT_FOUND'],
    [{ kind: 'shares', playerid: other.player.playerid }, 'CONNECTION_NOT_FOUND'],
    [{ kind: 'run', runid: run.runid, decided: 'flag' }, 'RUN_NOT_FOUND'],
  ] as const;
  for (const [source, code] of cases) expect(await start(player, source), code).toMatchObject(refused(code));
  const { runid } = (await start(player)).body;
  expect(await start(player)).toMatchObject({ status: 409, refusal: { code: 'RUN_OPEN', fields: { runid } } });
  expect((await start(player, { kind: 'gallery', query: { sort: '-title' } })).status).toBe(201);
  const anew = (await player.call(desk.startRun, { body: { source: gallery, anew: true } })).body;
  expect((await player.call(desk.runs)).body.items.map((item) => item.runid)).toContain(anew.runid);
  expect(await player.call(desk.run, { params: { runid } })).toMatchObject(refused('RUN_NOT_FOUND'));
});

test('counts and position follow the decisions; the end finishes the run, which refuses new ones', async () => {
  const { player, ids } = await audience(5);
  const { call } = player;
  const [a = '', b = '', c = '', d = '', e = ''] = ids;
  const { body: run } = await start(player);
  const decisions = [
    decision(a, 'flag', 1),
    decision(b, 'archive', 2),
    decision(c, 'later', 2),
    { ...decision(d, 'reaction', 3), reaction: { kind: 'considering' as const, note: 'Nice' } },
    decision(e, 'playlist', 4),
  ];
  const answer = (await call(desk.decide, { params: run, body: { decisions } })).body;
  expect(answer.refused).toEqual([]);
  expect(answer.releases).toMatchObject([{ flagged: true }, { archived: true }, { reaction: { note: 'Nice' } }]);
  const counts = { flagged: 1, archived: 1, reacted: 1, later: 1, playlists: 1, undecided: 0, lost: 0, left: 1 };
  expect(answer.run).toMatchObject({ position: 4, counts, finishedat: null });
  expect((await call(desk.run, { params: run })).body.releaseids).toEqual([a, b, d, e, c]);

  const last = decision(c, 'next', 5);
  const end = (await call(desk.decide, { params: run, body: { decisions: [last] } })).body;
  expect(end.run).toMatchObject({ position: 5, counts: { later: 1, left: 0 } });
  expect(end.run.finishedat).not.toBeNull();
  expect(await call(desk.decide, { params: run, body: { decisions: [decision(a, 'archive', 1)] } })).toMatchObject(
    refused('RUN_FINISHED'),
  );
  expect((await call(desk.decide, { params: run, body: { decisions: [last] } })).body.run).toEqual(end.run);
  expect((await call(desk.undoDecision, { params: { ...run, id: last.id } })).body).toMatchObject({
    position: 4,
    release: { releaseid: c },
    run: { position: 4, finishedat: null },
  });
  await call(desk.moveRun, { params: run, body: { position: 1 } });
  expect((await call(desk.runs)).body.items).toMatchObject([{ runid: run.runid, position: 1, counts: { left: 4 } }]);
});

test('a release that was lost in the middle costs only itself and is counted', async () => {
  const { player, releases, ids } = await audience(3);
  const [a = '', b = '', c = ''] = ids;
  const { body: run } = await start(player);
  if (releases[1]) await server.setState(releases[1], 'withdrawn');
  const decisions = [
    decision(a, 'flag', 1),
    decision(b, 'flag', 2),
    decision(c, 'archive', 3),
    decision(randomUUID(), 'flag', 0),
    decision(a, 'reaction', 3),
  ];
  const expected = {
    run: { position: 3, counts: { flagged: 1, archived: 1, lost: 1, left: 0 } },
    refused: [
      { id: decisions[1]?.id, code: 'RELEASE_NOT_AVAILABLE' },
      { id: decisions[3]?.id, code: 'RELEASE_NOT_FOUND' },
      { id: decisions[4]?.id, code: 'VALIDATION' },
    ],
  };
  expect((await player.call(desk.decide, { params: run, body: { decisions } })).body).toMatchObject(expected);
  const again = { decisions: decisions.slice(0, 3) };
  expect((await player.call(desk.decide, { params: run, body: again })).body).toMatchObject({
    ...expected,
    refused: expected.refused.slice(0, 1),
  });
  const id = decisions[1]?.id ?? '';
  expect(await player.call(desk.undoDecision, { params: { ...run, id } })).toMatchObject(refused('NOT_FOUND'));
});

test('the run of another account does not exist', async () => {
  const { player, ids } = await audience(1);
  const stranger = await server.signedIn();
  const { body: run } = await start(player);
  const made = decision(ids[0] ?? '', 'flag', 1);
  await player.call(desk.decide, { params: run, body: { decisions: [made] } });
  const { call } = stranger;
  const answers = [
    await call(desk.run, { params: run }),
    await call(desk.decide, { params: run, body: { decisions: [made] } }),
    await call(desk.undoDecision, { params: { ...run, id: made.id } }),
    await call(desk.moveRun, { params: run, body: { position: 0 } }),
    await call(desk.deleteRun, { params: run }),
    await call(desk.runSheet, { params: { runid: run.runid, format: 'csv' } }),
  ];
  for (const answer of answers) expect(answer).toMatchObject(refused('RUN_NOT_FOUND'));
  expect((await call(desk.runs)).body.items).toEqual([]);
  expect((await player.call(desk.deleteRun, { params: run })).status).toBe(204);
  expect(await player.call(desk.run, { params: run })).toMatchObject(refused('RUN_NOT_FOUND'));
});

test('the other browsers of the account are told of a run, nobody else is', async () => {
  const { player, packages, ids } = await audience(1);
  const friend = await server.signedIn({ packages });
  const [own, foreign] = [await openEventStream(server.url, player), await openEventStream(server.url, friend)];
  const { runid } = (await start(player)).body;
  await vi.waitFor(() => expect(own.events()).toContainEqual({ type: 'run-changed', runid }));
  const decisions = [decision(ids[0] ?? '', 'flag', 1)];
  await player.call(desk.decide, { params: { runid }, body: { decisions } });
  await vi.waitFor(() => expect(own.events()).toContainEqual({ type: 'counts-changed' }));
  const device = randomUUID();
  await player.call(desk.moveRun, { params: { runid }, body: { device } });
  await vi.waitFor(() => expect(own.events()).toContainEqual({ type: 'run-changed', runid, device }));
  expect((await player.call(desk.run, { params: { runid } })).body.position).toBe(1);
  await friend.call(flagRelease, { params: { releaseid: ids[0] ?? '' } });
  await vi.waitFor(() => expect(foreign.events()).toEqual([{ type: 'counts-changed' }]));
});

test('what was decided is a table and a PDF', async () => {
  const { player, ids } = await audience(4);
  const [a = '', b = '', c = ''] = ids;
  const { body: run } = await start(player);
  const reaction = { kind: 'version' as const, version: 'Clean', note: 'From the bridge on' };
  const decisions = [decision(a, 'flag', 1), decision(b, 'archive', 2), { ...decision(c, 'reaction', 3), reaction }];
  await player.call(desk.decide, { params: run, body: { decisions } });
  const get = (format: string) =>
    fetch(`${server.url}/api/desk/runs/${run.runid}/sheet.${format}`, { headers: { cookie: player.cookie } });
  const rows = (await (await get('csv')).text()).trim().split('\r\n');
  expect(rows).toHaveLength(5);
  expect(rows[0]).toContain('Title,Artist,Label,Available (UTC),Decision,Reaction,Version,Note,Decided (UTC)');
  expect(rows[1]).toMatch(/^A,.*,Flagged,/);
  expect(rows[3]).toMatch(/^C,.*,Reacted,Need another version,Clean,From the bridge on,/);
  expect(rows[4]).toMatch(/^D,.*,Undecided,/);
  const pdf = await get('pdf');
  expect(pdf.headers.get('content-disposition')).toMatch(/^inline/);
  const { text, isTagged } = await readPdf(new Uint8Array(await pdf.arrayBuffer()));
  expect(isTagged).toBe(true);
  for (const shown of ['4 releases', 'Flagged (1)', 'Archived (1)', 'Need another version: Clean: From the bridge on'])
    expect(text).toContain(shown);
});

test('a run that nobody used for 90 days is deleted', async () => {
  const { player } = await audience(1);
  const { body: run } = await start(player);
  const after = (days: number) => ({ ...server, now: () => new Date(server.now().getTime() + days * 24 * HOUR_MS) });
  await deleteOldRuns(after(89));
  expect((await player.call(desk.run, { params: run })).status).toBe(200);
  await deleteOldRuns(after(91));
  expect(await player.call(desk.run, { params: run })).toMatchObject(refused('RUN_NOT_FOUND'));
});

test('too many decisions a minute are refused', async () => {
  const { player, ids } = await audience(1);
  const { body: run } = await start(player);
  const decisions = Array.from({ length: 50 }, () => decision(ids[0] ?? '', 'next', 0));
  const send = () => player.call(desk.decide, { params: run, body: { decisions } });
  for (let minute = 0; minute < 6; minute++) expect((await send()).status).toBe(200);
  expect(await send()).toMatchObject(refused('TOO_MANY_REQUESTS'));
  await forgetAttempts();
  expect((await send()).status).toBe(200);
});

test('the oldest finished run makes room for a new one; too many open ones and too many an hour are refused', async () => {
  const { player, ids } = await audience(1);
  const startNth = (n: number) =>
    start(player, { kind: 'gallery', query: { sort: 'title', filter: 'a', days: n + 1 } });
  const first = (await startNth(0)).body;
  await player.call(desk.decide, { params: first, body: { decisions: [decision(ids[0] ?? '', 'next', 1)] } });
  for (let n = 1; n < OPEN_RUNS_MAX; n++) expect((await startNth(n)).status).toBe(201);
  expect(await startNth(RUNS_PER_HOUR)).toMatchObject(refused('TOO_MANY_REQUESTS'));
  await forgetAttempts();
  expect((await startNth(OPEN_RUNS_MAX)).status).toBe(201);
  expect(await player.call(desk.run, { params: first })).toMatchObject(refused('RUN_NOT_FOUND'));
  expect(await startNth(OPEN_RUNS_MAX + 1)).toMatchObject(refused('TOO_MANY_RUNS'));
});
