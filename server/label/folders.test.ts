import { readFile } from 'node:fs/promises';
import { zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { fixture, openSharedDecodePool } from '../testing/deliveries.ts';
import { createLabel } from '../testing/labelDeliverer.ts';
import { startTestServer } from '../testing/testServer.ts';

const server = await startTestServer();
const decodePool = openSharedDecodePool();

test('halves of one folder and a loose cover are one draft; names that look like drives are names', async () => {
  const label = await createLabel({ ...server, decodePool }, 'Halves');
  const [intro, pier] = [await readFile(fixture('wav16.wav')), await readFile(fixture('wav24.wav'))];
  const halves = await label.deliver('Drop', {
    'Slow Harbour-001.zip': Buffer.from(zipSync({ 'Slow Harbour/C: Intro.wav': intro })),
    'Slow Harbour-002.zip': Buffer.from(zipSync({ 'Slow Harbour/02 Pier.wav': pier })),
    'cover.jpg': 'cover.jpg',
  });
  expect(halves).toMatchObject({ state: 'imported', problems: [] });
  const titlesOf = async (releaseid: string | null) =>
    Object.values((await label.readRelease(releaseid)).document.tracks)
      .map(({ title }) => title)
      .toSorted((a = '', b = '') => (a < b ? -1 : 1));
  expect(await titlesOf(halves.releaseid)).toEqual(['C: Intro', 'Pier']);
  const covers = server.db.selectFrom('releases').where('releaseid', '=', halves.releaseid).select('cover_drawn');
  expect(await covers.execute()).toEqual([{ cover_drawn: false }]);
  const folder = await label.deliver('A:B Sides', {
    'A:B Sides/01 I:O.ogg': 'opus.ogg',
    'A:B Sides/C: Outro.wav': 'rf64.wav',
    'E:/promo.txt': Buffer.from('Out in December.\n\nOn <vinyl>,\ntoo.'),
  });
  expect(folder).toMatchObject({ state: 'imported', problems: [] });
  const { document } = await label.readRelease(folder.releaseid);
  expect([await titlesOf(folder.releaseid), document.promo]).toEqual([
    ['C: Outro', 'I:O'],
    '<p>Out in December.</p>\n<p>On &lt;vinyl&gt;,<br />too.</p>',
  ]);
});
