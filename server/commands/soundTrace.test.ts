import { expect, test } from 'vitest';
import { describeSound } from './soundTrace.ts';

const title = '"Ferry" by Kite';
const ada = {
  playerid: '00000000-0000-4000-8000-000000000001',
  email: 'ada@example.org',
  name: 'Ada L.',
  transfers: [
    { started_at: new Date('2027-03-03T14:02:00Z'), purpose: 'stream', format: 'mp3', network: '192.0.2.0/24' },
    { started_at: new Date('2027-03-03T14:09:00Z'), purpose: 'download', format: 'wav', network: null },
  ],
};
const code = Buffer.alloc(16);

test('a copy is said to be made for somebody with the bound on naming an innocent, and what they took', () => {
  const found = { kind: 'made-for', trackId: 1, code, chance: 3e-15, from: 41.4, until: 92.9, speed: 1.005 } as const;
  expect(describeSound({ ...found, read: 194, of: 196, title, people: 412, owner: ada })).toEqual([
    'Sound: "Ferry" by Kite, 0:41 to 1:32 of the song, speed +0.50 %. 194 of 196 segments could be read.',
    '  Made for ada@example.org (Ada L.). Another of 412 people by chance: less than 1 in 10^14.',
    '  Their streams and downloads of this song: 2027-03-03 14:02 UTC (stream, 192.0.2.0/24), 2027-03-03 14:09 UTC (download, WAV, unknown network).',
  ]);
  const deleted = { ...ada, email: null, name: null, transfers: [] };
  expect(describeSound({ ...found, speed: 1, read: 50, of: 50, title, people: 1, owner: deleted })).toEqual([
    'Sound: "Ferry" by Kite, 0:41 to 1:32 of the song, its own speed. 50 of 50 segments could be read.',
    '  Made for a deleted account (00000000-0000-4000-8000-000000000001). Another of 1 people by chance: less than 1 in 10^14.',
    '  The ledger has no stream and no download of it.',
  ]);
});

test('a mix names whose copies are in it, or nobody; what cannot be read says why', () => {
  const mix = { kind: 'mix' as const, trackId: 1, codes: [code, code], unclear: 90, of: 200, title, people: 9 };
  expect(describeSound({ ...mix, owners: [ada, undefined] }).slice(0, 2)).toEqual([
    'Sound: "Ferry" by Kite. It may be a mix of copies: 90 of 200 segments hold neither variant.',
    '  Copies of ada@example.org (Ada L.) are in it.',
  ]);
  expect(describeSound({ ...mix, codes: [], owners: [] })).toEqual([
    'Sound: "Ferry" by Kite. It may be a mix of copies, or a copy without a mark: 90 of 200 segments hold neither variant.',
  ]);
  expect(describeSound({ kind: 'unreadable', seconds: 6.6, reason: 'short' })).toEqual([
    'Sound: not readable. 7 seconds could be aligned: too short.',
  ]);
  expect(describeSound({ kind: 'no-sound', reason: 'No sound could be decoded.' })).toEqual([
    'Sound: not readable. No sound could be decoded.',
  ]);
});
