import { Delivery } from '@promenade/contract/delivery';
import { expect, test } from 'vitest';
import { catalogue, packageNames } from './catalogue.ts';
import { orderOf } from './deliver.ts';
import { lyrics } from './lyrics.ts';
import { labels, listed } from './release.ts';
import { audioName, sidecarOf, upc, workOf } from './sidecar.ts';

const now = new Date('2027-03-10T15:00:00Z');
const tracks = catalogue.flatMap((release) => release.tracks.map((track) => ({ release, track })));

test('every release of the demo is a delivery as the contract describes it', () => {
  for (const release of catalogue) {
    const checked = Delivery.safeParse(sidecarOf(release, now));
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

test('the demo shows what a catalogue can hold', () => {
  const some = (holds: (release: (typeof catalogue)[number]) => unknown) => catalogue.some(holds);
  expect(some(({ to }) => listed(to.markets).includes('cancon'))).toBe(true);
  for (const market of ['ca', 'us', 'uk', 'de', 'fr', 'au'])
    expect(
      some(({ to }) => listed(to.markets).includes(market)),
      market,
    ).toBe(true);
  for (const name of [...packageNames, 'Everyone'])
    expect(
      some(({ to }) => listed(to.packages).includes(name)),
      name,
    ).toBe(true);
  expect(some(({ streamOnly }) => streamOnly)).toBe(true);
  expect(some(({ cover }) => cover === undefined)).toBe(true);
  expect(some(({ video }) => video)).toBe(true);
  expect(some(({ artist }) => /\p{Script=Arabic}/u.test(artist))).toBe(true);
  expect(some(({ title, language }) => language === 'de' && title.length > 70)).toBe(true);
  expect(some(({ canadian }) => canadian)).toBe(true);
  expect(some(({ days }) => days.available > 0)).toBe(true);
  expect(new Set(tracks.map(({ track }) => track.explicit))).toEqual(new Set(['explicit', 'clean', undefined]));
  expect(new Set(tracks.map(({ release, track }) => orderOf(release, track).style)).size).toBeGreaterThan(12);
});

test('versions of one work stand together, each under a number of its own', () => {
  const works = new Map<string, number>();
  for (const { release, track } of tracks)
    works.set(workOf(release, track), (works.get(workOf(release, track)) ?? 0) + 1);
  expect([...works.values()].filter((versions) => versions > 1).length).toBeGreaterThan(15);
  const isrcs = catalogue.flatMap((release) => sidecarOf(release, now).tracks?.map(({ isrc }) => isrc) ?? []);
  expect(new Set(isrcs).size).toBe(isrcs.length);
  expect(new Set(catalogue.map(upc)).size).toBe(catalogue.length);
});

test('a UPC ends with its check digit', () => {
  for (const release of catalogue) {
    const sum = [...upc(release)].reduce((total, digit, nth) => total + Number(digit) * (nth % 2 === 0 ? 3 : 1), 0);
    expect([upc(release).length, sum % 10]).toEqual([12, 0]);
  }
});

test('lyrics that a track names are written, and no two files of a release share a name', () => {
  const named = tracks.map(({ track }) => track.lyrics).filter((name) => name !== undefined);
  expect(named.filter((name) => !lyrics[name])).toEqual([]);
  for (const release of catalogue) {
    expect(new Set(release.tracks.map((track, nth) => audioName(release, track, nth))).size).toBe(
      release.tracks.length,
    );
  }
});

test('the whole fits into 700 MB: WAV and MP3 of a second take 216 kB', () => {
  const seconds = tracks.reduce((sum, { release, track }) => sum + orderOf(release, track).seconds + 2, 0);
  expect(seconds * 0.2164).toBeLessThan(650);
});
