import { randomUUID } from 'node:crypto';
import { routes } from '@promenade/contract';
import { flagRelease } from '@promenade/contract/library';
import { options } from '@promenade/contract/options';
import { addToPlaylist, createPlaylist } from '@promenade/contract/playlists';
import type { Route } from '@promenade/contract/route';
import { shareShelf } from '@promenade/contract/shelf';
import { expect, test } from 'vitest';
import { type SignedIn, startTestServer } from './testing/testServer.ts';

/** Two accounts without a common package: nothing of the release of one is in an answer to the other. */
const server = await startTestServer();
const words = {
  title: 'Quixoticana',
  artist: 'Wyverndale',
  label: 'Thornwick Sound',
  genre: 'Zydecore',
  mood: 'Crepuscular',
  instrument: 'Theorboline',
  market: 'zzland',
  isrc: 'QZAB12600042',
  upc: '7612345678901',
  catalognumber: 'TWS-4711',
  lyrics: 'Moonquakeful',
  package: 'Insidersonly',
};
const HASH = 'e'.repeat(64);
// Colleagues who share a shelf.
const company = 'Ferry FM';
const owner = await server.signedIn({ packages: [words.package], everyone: false, company });
const stranger = await server.signedIn({ packages: ['Others'], everyone: false, company });
for (const { call } of [owner, stranger]) await call(shareShelf, { body: { ison: true } });
const common = await server.release({ packages: ['Others'], title: 'Ordinary', cover: true, audio: true });

interface Ids {
  releaseid: string;
  trackid: string;
  artistid: string;
  attachmentid: string;
}

const unknownIds = (): Ids => ({
  releaseid: randomUUID(),
  trackid: randomUUID(),
  artistid: randomUUID(),
  attachmentid: randomUUID(),
});

async function publish(): Promise<Ids> {
  const { releaseid, trackids, attachmentids } = await server.release({
    packages: [words.package],
    audio: true,
    cover: true,
    title: words.title,
    artist: words.artist,
    markets: [words.market],
    label: { name: words.label, contact: 'secret@thornwick.example' },
    attachments: [{ filename: 'sheet.pdf', bytes: Buffer.from('sheet') }],
    songs: [{ title: words.title, artist: words.artist, isrc: words.isrc, lyrics: words.lyrics }],
    facts: {
      upc: words.upc,
      catalognumber: words.catalognumber,
      genres: [words.genre],
      moods: [words.mood],
      instruments: [words.instrument],
      artistPictures: { [words.artist]: HASH },
    },
  });
  const { artistid } = await server.db
    .selectFrom('artists')
    .select('artistid')
    .where('name', '=', words.artist)
    .executeTakeFirstOrThrow();
  return { releaseid, trackid: trackids[0] ?? '', artistid, attachmentid: attachmentids[0] ?? '' };
}

/** Without the endless stream, and without the person's own data, which has times and a limit. */
const gets = Object.entries(routes).filter(
  ([name, { method, access }]) =>
    method === 'GET' && access !== 'public' && name !== 'events' && name !== 'personalData',
);
const filters = [
  'filter',
  'title',
  'artist',
  'label',
  'genres',
  'moods',
  'instruments',
  'markets',
  'packages',
  'genre',
];

function listPaths({ path }: Route, ids: Ids, playlistid: string): string[] {
  const values: Record<string, string> = {
    ...ids,
    id: ids.trackid,
    playlistid,
    name: '1.jpg',
    format: 'csv',
    mailid: ids.trackid,
  };
  const files = path.includes('waveform') ? `${HASH}.bin` : `${HASH}.webp`;
  const file = path.includes('/options/logos')
    ? `${words.market}.png`
    : path.includes('/cover/')
      ? `${HASH}-500.webp`
      : files;
  const filled = path.replaceAll(/:(\w+)/g, (_all, name: string) => (name === 'file' ? file : (values[name] ?? name)));
  const withRelease = path.includes(':id') ? [filled, filled.replace(ids.trackid, ids.releaseid)] : [filled];
  if (path.includes(':')) return withRelease;
  return [
    filled,
    ...Object.values(words).flatMap((word) => filters.map((name) => `${filled}?${name}=${encodeURIComponent(word)}`)),
    ...Object.values(words).map((word) => `${filled}?filter=${encodeURIComponent(word.slice(0, 5).toLowerCase())}`),
  ];
}

/** Every answer with the ids replaced by their names. */
async function ask(player: SignedIn, ids: Ids, playlistid: string): Promise<Map<string, string>> {
  const answers = new Map<string, string>();
  const withoutIds = (text: string) =>
    Object.entries(ids).reduce((rest, [name, id]) => rest.replaceAll(id, `<${name}>`), text);
  for (const [name, route] of gets) {
    for (const path of listPaths(route, ids, playlistid)) {
      const response = await fetch(`${server.url}/api${path}`, {
        headers: { authorization: `Bearer ${player.token}` },
      });
      const body = response.headers.get('content-type')?.includes('json')
        ? await response.text()
        : await readSize(response);
      answers.set(`${name} ${withoutIds(path)}`, withoutIds(`${response.status} ${body}`));
    }
  }
  return answers;
}

const readSize = async (response: Response) =>
  `${response.headers.get('content-type')} ${(await response.arrayBuffer()).byteLength > 0}`;

async function createOwnPlaylist({ call }: SignedIn): Promise<string> {
  const { body } = await call(createPlaylist, { body: { name: 'Show' } });
  await call(addToPlaylist, { params: { playlistid: body.playlistid }, body: { tracks: common.trackids } });
  return body.playlistid;
}

test('no answer to an account changes when a release for others is published, whatever it asks for', {
  tags: ['C-API-57', 'C-ROLE-07'],
  timeout: 120_000,
}, async () => {
  const playlistid = await createOwnPlaylist(stranger);
  const before = await ask(stranger, unknownIds(), playlistid);
  const ids = await publish();
  await owner.call(flagRelease, { params: ids });
  // Longer than any answer is cached.
  server.advanceClock(61_000);
  const after = await ask(stranger, ids, playlistid);
  expect([...after.keys()]).toEqual([...before.keys()]);
  for (const [question, answer] of after) expect(answer, question).toBe(before.get(question));
  // Whoever has the release finds it by these words, so the questions above ask for something.
  const found = [...(await ask(owner, ids, await createOwnPlaylist(owner))).values()].join('\n');
  for (const word of [words.title, words.artist, words.label, words.genre, words.mood, words.instrument, words.upc])
    expect(found, word).toContain(word);
  const { body } = await owner.call(options);
  expect(body.markets.map(({ id }) => id)).toEqual([words.market]);
});
