import { AIRPLAY_ROWS_MAX } from '@promenade/contract/limits';
import { expect, test } from 'vitest';
import { decodeLog, parsePlayLog } from './playLog.ts';

const songs = (text: string) =>
  parsePlayLog(text)?.songs.map(({ isrc, artist, title, plays }) => [isrc, artist, title, plays]);

test('a playlist history of LibreTime is read by the keys of its columns', () => {
  const text =
    'startDate,startTime,title,artist\n2026-11-29,23:58:10,"Night, Ferry",Slow Ferris\n2026-11-30,06:00:00,"Night, Ferry",Slow Ferris\n';
  expect(songs(text)).toEqual([
    [
      '',
      'Slow Ferris',
      'Night, Ferry',
      [
        { day: '2026-11-29', time: '23:58:10', times: 1 },
        { day: '2026-11-30', time: '06:00:00', times: 1 },
      ],
    ],
  ]);
});

test('a log of Rivendell for NPR has tabs and the month first', () => {
  const text =
    'Start Time\tEnd Time\tTitle\tArtist\tAlbum\tLabel\r\n11/03/2026 14:03:20\t11/03/2026 14:06:00\tTwo\tThe "Big" Band\tX\tY\r\n';
  expect(songs(text)).toEqual([['', 'The "Big" Band', 'Two', [{ day: '2026-11-03', time: '14:03:20', times: 1 }]]]);
});

test('a report of Rivendell for SoundExchange has sums, no days, and quotes that are not doubled', () => {
  const head =
    '"NAME_OF_SERVICE","TRANSMISSION_CATEGORY","FEATURED_ARTIST","SOUND_RECORDING_TITLE","ISRC","ALBUM_TITLE","MARKETING_LABEL","ACTUAL_TOTAL_PERFORMANCES","AGGREGATE_TUNING_HOURS","CHANNEL_OR_PROGRAM_NAME","PLAY_FREQUENCY"';
  const row = '"WXYZ","A","Slow Ferris","The 12" Mix, again","QZ-AB1-26-00042","One","Harbour",,   12.50,"WXYZ-FM",7';
  const log = parsePlayLog(`${head}\r\n${row}\n`);
  expect(log).toMatchObject({ hasNoDays: true, unread: 0 });
  expect(log?.songs).toMatchObject([
    {
      isrc: 'QZ-AB1-26-00042',
      artist: 'Slow Ferris',
      title: 'The 12" Mix, again',
      plays: [{ day: '', time: null, times: 7 }],
    },
  ]);
});

test('days are read as the whole log means them; lines that say nothing are counted', () => {
  const text =
    '\uFEFFDate;Time;Artist;Title\n03/11/2026;2:05 pm;A;B\n25/11/2026;23:10;A;B\n31.02.2026;10:00;A;B\n;10:00;A;B\n24/11/2026;10:00;A;\n';
  expect(songs(text)).toEqual([
    [
      '',
      'A',
      'B',
      [
        { day: '2026-11-03', time: '14:05:00', times: 1 },
        { day: '2026-11-25', time: '23:10:00', times: 1 },
      ],
    ],
  ]);
  expect(parsePlayLog(text)?.unread).toBe(3);
});

test.each([
  ['"a ""b"", c",d', ['a "b", c', 'd']],
  ['d,""', ['d', '']],
  ['"say ""hi""",d', ['say "hi"', 'd']],
])('quotes that are doubled are read as well: %s', (line, [title, artist]) => {
  expect(songs(`title,artist,date\n${line},2026-11-30\n`)?.[0]?.slice(1, 3)).toEqual([artist, title]);
});

test('what is no log is none; a longer log is cut and says so; other encodings are read', () => {
  expect(parsePlayLog('Dear all,\nhello\n')).toBeUndefined();
  expect(parsePlayLog('')).toBeUndefined();
  const long = `title,artist,date\n${'a,b,2026-11-30\n'.repeat(AIRPLAY_ROWS_MAX + 1)}`;
  expect(parsePlayLog(long)).toMatchObject({ isCut: true, songs: [{ plays: { length: AIRPLAY_ROWS_MAX } }] });
  expect(decodeLog(new Uint8Array([0x42, 0xf6]).buffer)).toBe('Bö');
});
