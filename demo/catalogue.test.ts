import { Delivery } from '@promenade/contract/delivery';
import { expect, test } from 'vitest';
import { catalogue, fullCatalogue, listInitial, packageNames } from './catalogue.ts';
import { lyrics } from './lyrics.ts';
import { labels, splitNames } from './release.ts';
import { audioFileName, createSidecar, createUpc, createWorkName } from './sidecar.ts';
import { createSongRequest } from './writeDelivery.ts';

const now = new Date('2027-03-10T15:00:00Z');
const tracks = catalogue.flatMap((release) => release.tracks.map((track) => ({ release, track })));

test('the sidecar of every demo release matches the contract', () => {
  for (const release of catalogue) {
    const checked = Delivery.safeParse(createSidecar(release, now));
    expect(checked.error?.issues, release.id).toBeUndefined();
  }
});

test('there are about 40 releases and 110 tracks of three labels, most of them singles and EPs', () => {
  expect(catalogue).toHaveLength(40);
  expect(tracks.length).toBeGreaterThanOrEqual(105);
  expect(new Set(catalogue.map(({ label }) => label)).size).toBe(Object.keys(labels).length);
  const count = (type: string) => catalogue.filter((release) => release.type === type).length;
  expect([count('Single') > count('EP'), count('EP') > count('Album'), count('Album') > 3]).toEqual([true, true, true]);
});

test('the demo covers the features of a catalogue', () => {
  const some = (predicate: (release: (typeof catalogue)[number]) => unknown) => catalogue.some(predicate);
  expect(some(({ audience }) => splitNames(audience.markets).includes('cancon'))).toBe(true);
  for (const market of ['ca', 'us', 'uk', 'de', 'fr', 'au'])
    expect(
      some(({ audience }) => splitNames(audience.markets).includes(market)),
      market,
    ).toBe(true);
  for (const name of [...packageNames, 'Everyone'])
    expect(
      some(({ audience }) => splitNames(audience.packages).includes(name)),
      name,
    ).toBe(true);
  expect(some(({ streamOnly }) => streamOnly)).toBe(true);
  expect(some(({ cover }) => cover === undefined)).toBe(true);
  expect(some(({ video }) => video)).toBe(true);
  expect(some(({ artist }) => /\p{Script=Arabic}/u.test(artist))).toBe(true);
  expect(some(({ title, language }) => language === 'de' && title.length > 70)).toBe(true);
  expect(some(({ canadian }) => canadian)).toBe(true);
  expect(some(({ dayOffsets }) => dayOffsets.available > 0)).toBe(true);
  expect(new Set(tracks.map(({ track }) => track.explicit))).toEqual(new Set(['explicit', 'clean', undefined]));
  expect(new Set(tracks.map(({ release, track }) => createSongRequest(release, track).style)).size).toBeGreaterThan(12);
});

test('versions of a work share its name, and every recording has its own ISRC', () => {
  const works = new Map<string, number>();
  for (const { release, track } of tracks)
    works.set(createWorkName(release, track), (works.get(createWorkName(release, track)) ?? 0) + 1);
  expect([...works.values()].filter((versions) => versions > 1).length).toBeGreaterThan(15);
  for (const releases of [catalogue, fullCatalogue]) {
    const isrcs = releases.flatMap((release) => createSidecar(release, now).tracks?.map(({ isrc }) => isrc) ?? []);
    expect(new Set(isrcs).size).toBe(isrcs.length);
    expect(new Set(releases.map(createUpc)).size).toBe(releases.length);
  }
});

test('a UPC ends with its check digit', () => {
  for (const release of catalogue) {
    const sum = [...createUpc(release)].reduce(
      (total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 3 : 1),
      0,
    );
    expect([createUpc(release).length, sum % 10]).toEqual([12, 0]);
  }
});

test('the lyrics of every track exist, and the file names of a release are unique', () => {
  const keys = tracks.map(({ track }) => track.lyrics).filter((name) => name !== undefined);
  expect(keys.filter((name) => !lyrics[name])).toEqual([]);
  for (const release of catalogue) {
    expect(new Set(release.tracks.map((track, index) => audioFileName(release, track, index))).size).toBe(
      release.tracks.length,
    );
  }
});

test.each([
  ['short', catalogue],
  ['full', fullCatalogue],
])('the %s demo needs less than 700 MB, at 216 kB per second of WAV and MP3', (_name, releases) => {
  const songs = releases.flatMap((release) => release.tracks.map((track) => createSongRequest(release, track)));
  expect(songs.reduce((sum, { seconds }) => sum + seconds + 2, 0) * 0.2164).toBeLessThan(650);
});

test('a dozen releases have a song of 60 to 90 s, none of them among those that the first start waits for', () => {
  const isLong = ({ tracks }: (typeof catalogue)[number]) =>
    tracks.some(({ seconds = 0 }) => seconds >= 60 && seconds <= 90);
  expect(fullCatalogue.filter(isLong)).toHaveLength(12);
  expect(listInitial(fullCatalogue)).toHaveLength(12);
  expect(listInitial(fullCatalogue).some(isLong)).toBe(false);
  expect(catalogue.some(isLong)).toBe(false);
});
