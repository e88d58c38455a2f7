import { randomUUID } from 'node:crypto';
import type { Reaction } from '@promenade/contract/catalogue';
import * as desk from '@promenade/contract/desk';
import * as library from '@promenade/contract/library';
import * as playlists from '@promenade/contract/playlists';
import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { refused } from '../testing/client.ts';
import type { TestRelease } from '../testing/releases.ts';
import { type SignedIn, startTestServer } from '../testing/testServer.ts';

const server = await startTestServer();
const { db } = server;
const RELEASES = 4;
const reaction: Reaction = { kind: 'rotation', version: '', note: 'Yes', trackid: null, second: null, named: true };

/** What an account has of each release, times included. */
interface Marks {
  flagged: string | null;
  archived: string | null;
  tracks: Record<string, string>;
  reacted: string | null;
}

/** All columns of marks, track marks and reactions, as text. */
async function readRows({ accountid }: SignedIn): Promise<string> {
  const { rows } = await sql<{ text: string }>`
    select json_build_array(
      (select json_agg(m order by release_id) from marks m
        where account_id = ${accountid} and coalesce(flagged_at, archived_at) is not null),
      (select json_agg(t order by track_id) from track_marks t where account_id = ${accountid}),
      (select json_agg(r order by release_id) from reactions r where account_id = ${accountid}))::text as text`.execute(
    db,
  );
  return rows[0]?.text ?? '';
}

async function readMarks({ accountid }: SignedIn, releases: TestRelease[]): Promise<Marks[]> {
  const { rows } = await sql<{ id: number; marks: Marks }>`
    select r.id, json_build_object('flagged', m.flagged_at, 'archived', m.archived_at, 'reacted', said.at,
      'tracks', coalesce((
        select json_object_agg(t.trackid, k.flagged_at) from track_marks k join tracks t on t.id = k.track_id
        where k.account_id = ${accountid} and k.release_id = r.id and k.flagged_at is not null), '{}')) as marks
    from releases r left join marks m on m.account_id = ${accountid} and m.release_id = r.id
    left join reactions said on said.account_id = ${accountid} and said.release_id = r.id
    where r.id = any(${releases.map(({ id }) => id)}::int[]) order by r.id`.execute(db);
  const iso = (at: string | null) => at && new Date(at).toISOString();
  return rows.map(({ marks: { flagged, archived, reacted, tracks } }) => ({
    flagged: iso(flagged),
    archived: iso(archived),
    reacted: iso(reacted),
    tracks: Object.fromEntries(Object.entries(tracks).map(([trackid, at]) => [trackid, iso(at) ?? ''])),
  }));
}

const kinds = ['flag', 'archive', 'reaction', 'later', 'next', 'playlist'] as const;
const release = fc.nat(RELEASES - 1);
const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('decide'),
      who: fc.nat(1),
      decisions: fc.array(fc.record({ release, kind: fc.constantFrom(...kinds), position: fc.nat(RELEASES - 1) }), {
        minLength: 1,
        maxLength: 3,
      }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('repeat'), who: fc.nat(1), nth: fc.nat(20) }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('undo'), who: fc.nat(1), nth: fc.nat(3) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('flag track'), who: fc.nat(1), release }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('unflag'), who: fc.nat(1), release }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('withdraw'), who: fc.nat(1), release }) },
);

interface ModelDecision {
  id: string;
  release: number;
  kind: desk.DecisionKind;
  position: number;
  at: string;
  before: { position: number; index: number; marks: Marks | undefined };
  after: Marks | undefined;
  isUndone: boolean;
  isRefused: boolean;
}

interface Model {
  order: number[];
  position: number;
  marks: Marks[];
  decisions: ModelDecision[];
}

/** What a decision makes of marks; undefined if it leaves them. */
function change(marks: Marks, kind: desk.DecisionKind, at: string): Marks | undefined {
  if (kind === 'flag') return { ...marks, archived: null, flagged: marks.flagged ?? at };
  if (kind === 'archive') return { ...marks, flagged: null, tracks: {}, archived: marks.archived ?? at };
  return kind === 'reaction' ? { ...marks, reacted: at } : undefined;
}

const move = (order: number[], release: number, index: number) =>
  order.filter((other) => other !== release).toSpliced(index, 0, release);

test('any decisions, repeats and undos of two accounts, and what happens elsewhere, equal a model', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 15, maxLength: 30 }), async (steps) => {
      const packages = [`Package ${randomUUID()}`];
      const players = [
        await server.signedIn({ packages, everyone: false }),
        await server.signedIn({ packages, everyone: false }),
      ];
      const releases: TestRelease[] = [];
      for (const title of ['A', 'B', 'C', 'D']) releases.push(await server.release({ packages, title, tracks: 2 }));
      const idOf = (release: number) => releases[release]?.releaseid ?? '';
      const withdrawn = new Set<number>();
      const source = { kind: 'gallery' as const, query: { sort: 'title' as const } };
      const runs: desk.RunDetail[] = [];
      for (const { call } of players) runs.push((await call(desk.startRun, { body: { source } })).body);
      const models = players.map(
        (): Model => ({
          order: releases.map((_, n) => n),
          position: 0,
          marks: releases.map(() => ({ flagged: null, archived: null, tracks: {}, reacted: null })),
          decisions: [],
        }),
      );

      for (const step of steps) {
        const [player, model, run] = [players[step.who], models[step.who], runs[step.who]];
        if (!player || !model || !run) throw new Error('No player.');
        const { call } = player;
        let answer: object = {};
        let wanted: object = {};
        if (step.do === 'decide' && 'decisions' in step) {
          const decisions = step.decisions.map(({ release, kind, position }) => ({
            id: randomUUID(),
            releaseid: idOf(release),
            kind,
            position,
            ...(kind === 'reaction' && { reaction }),
          }));
          const { body, status } = await call(desk.decide, { params: run, body: { decisions } });
          const stored = (await call(desk.run, { params: run })).body.decisions;
          for (const [n, { release, kind, position }] of step.decisions.entries()) {
            const id = decisions[n]?.id ?? '';
            const isRefused = withdrawn.has(release);
            const { at = '' } = stored.find((decision) => decision.id === id) ?? {};
            const marks = model.marks[release] as Marks;
            const after = isRefused ? undefined : change(marks, kind, at);
            const before = { position: model.position, index: model.order.indexOf(release), marks: after && marks };
            model.decisions.push({ id, release, kind, position, at, before, after, isRefused, isUndone: false });
            if (after) model.marks[release] = after;
            if (kind === 'later' && !isRefused) model.order = move(model.order, release, RELEASES);
            model.position = position;
          }
          const refusedIds = model.decisions.filter(({ isRefused }) => isRefused).map(({ id }) => id);
          answer = { status, refused: body.refused.map(({ id }) => id) };
          wanted = { status: 200, refused: decisions.map(({ id }) => id).filter((id) => refusedIds.includes(id)) };
        } else if (step.do === 'repeat' && 'nth' in step) {
          const earlier = model.decisions[step.nth];
          // Another release and another kind: what counts is the id.
          const decision = earlier && { id: earlier.id, releaseid: idOf(0), kind: 'archive' as const, position: 0 };
          if (!decision) continue;
          answer = await call(desk.decide, { params: run, body: { decisions: [decision] } });
          wanted = { status: 200 };
        } else if (step.do === 'undo' && 'nth' in step) {
          const candidates = model.decisions.filter(({ isUndone }) => !isUndone).toReversed();
          const decision = candidates[step.nth];
          if (!decision) continue;
          answer = await call(desk.undoDecision, { params: { ...run, id: decision.id } });
          const { release, before, after } = decision;
          const isChanged = after && toText(model.marks[release]) !== toText(after);
          if (decision.isRefused) wanted = refused('NOT_FOUND');
          else if (isChanged) wanted = refused('CHANGED_ELSEWHERE');
          else {
            wanted = { status: 200, body: { position: before.position } };
            if (before.marks) model.marks[release] = before.marks;
            if (decision.kind === 'later') model.order = move(model.order, release, before.index);
            model.position = before.position;
            decision.isUndone = true;
          }
        } else if ('release' in step) {
          const releaseid = idOf(step.release);
          const trackid = releases[step.release]?.trackids[0] ?? '';
          if (step.do === 'flag track') await call(library.flagTrack, { params: { releaseid, trackid } });
          else if (step.do === 'unflag') await call(library.unflagRelease, { params: { releaseid } });
          else if (releases[step.release] && withdrawn.size < 2) {
            await server.setState(releases[step.release] as TestRelease, 'withdrawn');
            withdrawn.add(step.release);
          }
          // These are not of the desk: the model takes over what they did.
          model.marks[step.release] = (await readMarks(player, releases))[step.release] as Marks;
        }
        expect(answer).toMatchObject(wanted);
        for (const [n, player] of players.entries()) {
          expect(await readMarks(player, releases)).toEqual(models[n]?.marks);
          const { position, order } = models[n] as Model;
          expect((await player.call(desk.run, { params: runs[n] as desk.RunDetail })).body).toMatchObject({
            position,
            releaseids: order.map(idOf),
          });
        }
      }
      await db.deleteFrom('rate_limits').execute();
    }),
    { numRuns: 8, endOnFailure: true },
  );
});

const toText = (marks: Marks | undefined) =>
  JSON.stringify(marks && [marks.flagged, marks.archived, marks.reacted, marks.tracks]);

test('50 undos restore every column', async () => {
  const packages = [`Package ${randomUUID()}`];
  const player = await server.signedIn({ packages, everyone: false });
  const { call, accountid } = player;
  const releases: TestRelease[] = [];
  for (let n = 0; n < 10; n++) releases.push(await server.release({ packages, tracks: 2 }));
  const ids = releases.map(({ id }) => id);
  const { body: run } = await call(desk.startRun, { body: { source: { kind: 'gallery', query: {} } } });
  // Finer than a millisecond.
  const at = sql`timestamptz '2026-01-02 03:04:05.678901+00' + release.id * interval '1.000001 s'`;
  await sql`
    insert into marks (account_id, release_id, flagged_at, archived_at)
    select ${accountid}, id, case when id % 3 = 0 then ${at} end, case when id % 3 = 1 then ${at} end
    from releases release where id = any(${ids}::int[])`.execute(db);
  await sql`
    insert into track_marks (account_id, release_id, track_id, flagged_at, heard)
    select ${accountid}, release.id, t.id, case when release.id % 3 = 0 then ${at} end, 'heard'
    from releases release join tracks t on t.release_id = release.id where release.id = any(${ids}::int[])`.execute(db);
  await sql`
    insert into reactions (account_id, release_id, kind, note, track_id, second, named, at)
    select ${accountid}, id, 'considering', 'Hm', (select min(t.id) from tracks t where t.release_id = release.id), 1.5, true, ${at}
    from releases release where id = any(${ids}::int[]) and id % 2 = 0`.execute(db);
  const before = await readRows(player);
  const decided: string[] = [];
  for (let n = 0; n < 50; n++) {
    const id = randomUUID();
    const kind = kinds[(n * 7) % kinds.length] ?? 'flag';
    const releaseid = releases[(n * 3) % releases.length]?.releaseid ?? '';
    const decision = { id, releaseid, kind, position: n % 9, ...(kind === 'reaction' && { reaction }) };
    const { body } = await call(desk.decide, { params: run, body: { decisions: [decision] } });
    expect(body.refused).toEqual([]);
    decided.push(id);
  }
  expect(await readRows(player)).not.toBe(before);
  for (const id of decided.toReversed())
    expect((await call(desk.undoDecision, { params: { ...run, id } })).status).toBe(200);
  expect(await readRows(player)).toBe(before);
  const { releaseids, position, counts } = (await call(desk.run, { params: run })).body;
  expect({ releaseids, position, counts }).toEqual({
    releaseids: run.releaseids,
    position: 0,
    counts: run.counts,
  });
});

test('what a decision adds to a playlist leaves it with the decision, and is never half taken back', {
  tags: ['requirements decision 43'],
}, async () => {
  const packages = [`Package ${randomUUID()}`];
  const player = await server.signedIn({ packages, everyone: false });
  const { call } = player;
  const [one, other] = [await server.release({ packages, tracks: 3 }), await server.release({ packages, tracks: 2 })];
  const { body: run } = await call(desk.startRun, { body: { source: { kind: 'gallery', query: {} } } });
  const params = (await call(playlists.createPlaylist, { body: { name: 'Friday' } })).body;
  const { playlistid } = params;
  const listTracks = async () => (await call(playlists.playlist, { params })).body.songs.map(({ trackid }) => trackid);
  const add = async (tracks: string[], into = playlistid) => {
    const id = randomUUID();
    const { releaseid } = one;
    const decision = { id, releaseid, kind: 'playlist' as const, position: 0, playlist: { playlistid: into, tracks } };
    // Sent twice, as after an answer that was lost.
    await call(desk.decide, { params: run, body: { decisions: [decision] } });
    return { id, ...(await call(desk.decide, { params: run, body: { decisions: [decision] } })).body };
  };
  const undo = (id: string) => call(desk.undoDecision, { params: { ...run, id } });

  const [a = '', b = '', c = ''] = one.trackids;
  await call(playlists.addToPlaylist, { params, body: { tracks: [b] } });
  const first = await add([a, b, c]);
  expect(first.refused).toEqual([]);
  expect(await listTracks()).toEqual([a, c, b]);
  expect((await undo(first.id)).status).toBe(200);
  expect(await listTracks()).toEqual([b]);

  const second = await add(other.trackids);
  await call(playlists.removeFromPlaylist, { params: { ...params, trackid: other.trackids[0] ?? '' } });
  const changed = await listTracks();
  expect(await undo(second.id)).toMatchObject(refused('CHANGED_ELSEWHERE'));
  expect(await listTracks()).toEqual(changed);

  const stranger = await server.signedIn({ packages, everyone: false });
  const foreign = (await stranger.call(playlists.createPlaylist, { body: { name: 'Mine' } })).body;
  const third = await add([a], foreign.playlistid);
  expect(third.refused).toEqual([{ id: third.id, code: 'PLAYLIST_NOT_FOUND' }]);
  expect((await stranger.call(playlists.playlist, { params: foreign })).body.songs).toEqual([]);
});
