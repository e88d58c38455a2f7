import type { DocumentPatch, DocumentTrack } from '@promenade/contract/delivery';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { startTestServer } from '../../testing/testServer.ts';
import { publishRelease } from '../publish.ts';
import { mergeDocument } from './document.ts';
import { getStoredDraft } from './documentQueries.ts';
import { editRelease } from './editRelease.ts';
import { readDocument } from './readDocument.ts';
import type { ReleaseDraft } from './releaseDraft.ts';

const server = await startTestServer();
const { db } = server;

const words = fc.constantFrom('One', 'Two', 'Three');
const codes = fc.constantFrom('USQX91300101', 'USQX91300102', 'USQX91300103');
const delivery = fc.record({
  title: words,
  language: fc.option(fc.constantFrom('en', 'fr')),
  genres: fc.uniqueArray(words),
  sharing: fc.boolean(),
  /** Which of three recordings, in this order. */
  tracks: fc.uniqueArray(fc.constantFrom(0, 1, 2), { minLength: 1 }),
  version: fc.constantFrom('', 'Live'),
});
type Delivered = typeof delivery extends fc.Arbitrary<infer Value> ? Value : never;
const releaseEdit = fc.record(
  {
    title: words,
    catalognumber: fc.option(words),
    language: fc.option(fc.constantFrom('de', 'fr')),
    genres: fc.option(fc.uniqueArray(words)),
    allow_sharing: fc.boolean(),
  },
  { requiredKeys: [] },
);
const trackEdit = fc.record(
  { title: words, composer: fc.option(words), isrc: fc.option(codes), ordinal: fc.constantFrom(1, 2, 3) },
  { requiredKeys: [] },
);
const step = fc.oneof(
  fc.record({ deliver: delivery }),
  fc.record({ edit: releaseEdit, track: fc.nat(2), trackEdit }),
  fc.record({ setBack: fc.constantFrom('title', 'language', 'genres', 'allow_sharing', 'catalognumber') }),
);

test('any order of deliveries, edits and set-backs gives the rows of publishing the merged document at once', async () => {
  const base = await getStoredDraft(db, (await server.release({ title: 'Base', tracks: 3 })).id);
  const draftOf = (identity: string, said: Delivered): ReleaseDraft => ({
    ...base,
    identity,
    fingerprint: crypto.randomUUID(),
    title: said.title,
    language: said.language,
    genres: said.genres,
    allow_sharing: said.sharing,
    packages: ['Everyone'],
    tracks: base.tracks
      .map(({ trackid: _trackid, ...track }, index) => ({
        ...track,
        renditions: track.renditions.map((row) => ({ ...row, file: `${row.file}.${index}` })),
        title: `Track ${index}`,
        version: said.version,
        isrc: null,
      }))
      .map((_track, place, tracks) => tracks[said.tracks[place] ?? -1])
      .filter((track) => track !== undefined),
  });
  const publish = async (draft: ReleaseDraft) => {
    const options = {
      now: server.now(),
      twins: 'new',
      createPackages: false,
      actor: 'command',
      fewer: 'remove',
    } as const;
    const { releaseid } = await publishRelease(db, draft, options);
    return (await db.selectFrom('releases').where('releaseid', '=', releaseid).select('id').executeTakeFirstOrThrow())
      .id;
  };
  const edit = (id: number, patch: DocumentPatch) => editRelease(server, id, patch, 'command');
  const rowsOf = async (id: number) => {
    const {
      identity: _identity,
      fingerprint: _fingerprint,
      promoinfo: _promoinfo,
      tracks,
      ...release
    } = await getStoredDraft(db, id);
    return { ...release, tracks: tracks.map(({ trackid: _trackid, ...track }) => track) };
  };
  await fc.assert(
    fc.asyncProperty(delivery, fc.array(step, { maxLength: 6 }), async (first, steps) => {
      const identity = `id:${crypto.randomUUID()}`;
      const id = await publish(draftOf(identity, first));
      let last = first;
      for (const each of steps) {
        const { delivered } = await readDocument(db, id);
        if ('deliver' in each) {
          last = each.deliver;
          await publish(draftOf(identity, last));
        } else if ('edit' in each) {
          const trackid = Object.keys(delivered.tracks)[each.track];
          await edit(id, { ...each.edit, ...(trackid && { tracks: { [trackid]: each.trackEdit } }) });
        } else await edit(id, { [each.setBack]: delivered[each.setBack as 'title'] ?? null });
      }
      const { delivered, edits } = await readDocument(db, id);
      const other = await publish(draftOf(`id:${crypto.randomUUID()}`, last));
      const counted = mergeDocument(delivered, edits);
      const byPlace = (tracks: Record<string, DocumentTrack>) =>
        Object.entries(tracks).toSorted(([, a], [, b]) => (a.ordinal ?? 0) - (b.ordinal ?? 0));
      const places = byPlace(delivered.tracks).map(([trackid]) => counted.tracks[trackid]);
      const twins = byPlace((await readDocument(db, other)).delivered.tracks).map(([trackid]) => trackid);
      const patchOf = <Fields extends object>(fields: Fields, before: object) => ({
        ...Object.fromEntries(Object.keys(before).map((name) => [name, null])),
        ...fields,
      });
      const { tracks: _tracks, ...release } = counted;
      const { tracks, ...plain } = (await readDocument(db, other)).delivered;
      await edit(other, {
        ...patchOf(release, plain),
        tracks: Object.fromEntries(
          twins.map((trackid, index) => [trackid, patchOf(places[index] ?? {}, tracks[trackid] ?? {})]),
        ),
      });
      expect(await rowsOf(id)).toEqual(await rowsOf(other));
    }),
    { numRuns: 25 },
  );
});
