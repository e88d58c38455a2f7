import { AIRPLAY_ROWS_MAX, AIRPLAY_TIMES_MAX, LINE_MAX } from '@promenade/contract/limits';
import type { LogSong } from '@promenade/contract/shelf';

// Reads what playout systems write about played songs: LibreTime (CSV with the keys of its columns), Rivendell's logs for
// NPR (tabs, month first) and SoundExchange (sums without days, quotes that are not doubled), and any table with a head.

export interface LogPlay {
  /** `YYYY-MM-DD`; empty if the log has none. */
  day: string;
  /** `HH:MM:SS`; null if the log has none. */
  time: string | null;
  times: number;
}

/** A song with all its plays. */
export interface LoggedSong extends LogSong {
  plays: LogPlay[];
}

export interface PlayLog {
  songs: LoggedSong[];
  /** Lines without a title or with a day that cannot be read. */
  unread: number;
  /** The log says how often, not when. */
  hasNoDays: boolean;
  /** The log is longer than what is read. */
  isCut: boolean;
}

/** Names of columns, folded to letters and digits. */
const names = {
  title: ['title', 'tracktitle', 'soundrecordingtitle', 'songtitle', 'track', 'song'],
  artist: ['artist', 'featuredartist', 'artistname', 'performer', 'creator'],
  isrc: ['isrc', 'isrcnumber', 'isrccode'],
  id: ['promenadeid', 'id', 'userdefined', 'comment', 'comments', 'fileid', 'filename', 'path'],
  start: ['starttime', 'startdatetime', 'datetime', 'playedat', 'timestamp', 'airtime', 'time', 'eventdatetime'],
  day: ['startdate', 'date', 'day', 'airdate', 'playdate'],
  times: ['playfrequency', 'actualtotalperformances', 'plays', 'count', 'playcount', 'spins'],
} as const;
type Field = keyof typeof names;

/** Reads the bytes of a log: UTF-8, else Windows-1252. */
export function decodeLog(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}

/** Undefined for a text that is no log. */
export function parsePlayLog(text: string): PlayLog | undefined {
  const lines = splitRows(text.replace(/^\uFEFF/, ''));
  const [head = [], ...rows] = lines;
  const columns = findColumns(head);
  if (columns.title === undefined || (columns.artist === undefined && columns.isrc === undefined)) return undefined;
  const hasNoDays = columns.start === undefined && columns.day === undefined;
  const isDayFirst = rows.some((row) => {
    const text = `${cellOf(row, columns, 'day')} ${cellOf(row, columns, 'start')}`;
    return Number(/(\d{1,2})[./]\d{1,2}[./]\d{4}/.exec(text)?.[1]) > 12;
  });
  const songs = new Map<string, LoggedSong>();
  let unread = 0;
  for (const row of rows.slice(0, AIRPLAY_ROWS_MAX)) {
    const get = (field: Field) => cellOf(row, columns, field);
    const song = { id: get('id'), isrc: get('isrc'), artist: get('artist'), title: get('title') };
    const play = hasNoDays ? { day: '', time: null } : parseMoment(get('day'), get('start'), isDayFirst);
    const times = hasNoDays ? Number.parseInt(get('times') || '1', 10) : 1;
    if ((song.title === '' && song.isrc === '') || !play || !(times >= 1)) {
      unread += 1;
      continue;
    }
    const key = JSON.stringify([song.isrc || song.id, song.artist, song.title]);
    const known = songs.get(key) ?? { ...song, plays: [] };
    known.plays.push({ ...play, times: Math.min(times, AIRPLAY_TIMES_MAX) });
    songs.set(key, known);
  }
  return { songs: [...songs.values()], unread, hasNoDays, isCut: rows.length > AIRPLAY_ROWS_MAX };
}

type Columns = Partial<Record<Field, number>>;

function findColumns(head: readonly string[]): Columns {
  const folded = head.map((name) => name.toLowerCase().replaceAll(/[^a-z0-9]/g, ''));
  const columns: Columns = {};
  for (const [field, candidates] of Object.entries(names) as [Field, readonly string[]][]) {
    const name = candidates.find((candidate) => folded.includes(candidate));
    if (name !== undefined) columns[field] = folded.indexOf(name);
  }
  return columns;
}

/** A cell in one line, at most as long as a line; empty without the column. */
const cellOf = (row: readonly string[], columns: Columns, field: Field): string =>
  (row[columns[field] ?? -1] ?? '')
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, LINE_MAX);

/** `2026-11-30 14:03:20`, `11/30/2026 14:03:20`, `30.11.2026` with a time of its own. */
function parseMoment(day: string, start: string, isDayFirst: boolean): Pick<LogPlay, 'day' | 'time'> | undefined {
  const text = `${day} ${start}`;
  const [, year, month, date] = /(\d{4})-(\d{1,2})-(\d{1,2})/.exec(text) ?? [];
  const [, first, separator, second, lastYear] = /(\d{1,2})([./])(\d{1,2})[./](\d{4})/.exec(text) ?? [];
  const isEuropean = isDayFirst || separator === '.';
  const parts =
    year === undefined
      ? ([lastYear, isEuropean ? second : first, isEuropean ? first : second] as const)
      : ([year, month, date] as const);
  const [y = '', m = '', d = ''] = parts;
  const iso = `${y}-${m.padStart(2, '0')}-${d.padStart(2, '0')}`;
  if (Number.isNaN(Date.parse(iso)) || !new Date(iso).toISOString().startsWith(iso)) return undefined;
  const [, hour, minute, seconds = '00', half] =
    /(\d{1,2}):(\d{2})(?::(\d{2}))?(?:\.\d+)?\s*([ap]m)?/i.exec(start) ?? [];
  if (hour === undefined) return { day: iso, time: null };
  const hours = half ? (Number(hour) % 12) + (half.toLowerCase() === 'pm' ? 12 : 0) : Number(hour);
  return hours > 23 ? undefined : { day: iso, time: `${String(hours).padStart(2, '0')}:${minute}:${seconds}` };
}

/**
 * Rows of cells, divided by the tab, comma, semicolon or bar that the head has most of. A quote ends a cell only before a
 * divider or the end of its line: Rivendell does not double those inside.
 */
function splitRows(text: string): string[][] {
  const [head = ''] = text.split(/\r?\n/, 1);
  const count = (divider: string) => head.split(divider).length;
  const divider = ['\t', ',', ';', '|'].reduce((best, next) => (count(next) > count(best) ? next : best));
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '');
  return lines.slice(0, AIRPLAY_ROWS_MAX + 2).map((line) => splitLine(line, divider));
}

function splitLine(line: string, divider: string): string[] {
  const cells: string[] = [];
  let rest = line;
  for (;;) {
    const isQuoted = rest.startsWith('"');
    const end = isQuoted ? findClosingQuote(rest, divider) : rest.indexOf(divider);
    if (end < 0) return [...cells, isQuoted ? unquote(rest.slice(1).replace(/"\s*$/, '')) : rest];
    cells.push(isQuoted ? unquote(rest.slice(1, end)) : rest.slice(0, end));
    rest = rest.slice(isQuoted ? end + 1 + divider.length : end + divider.length);
  }
}

/** The first quote before a divider that is not doubled; -1 for the last cell of a line. */
function findClosingQuote(rest: string, divider: string): number {
  for (let at = rest.indexOf(`"${divider}`, 1); at >= 0; at = rest.indexOf(`"${divider}`, at + 1)) {
    const quotes = /"*$/.exec(rest.slice(1, at))?.[0].length ?? 0;
    // A quote that is doubled before a divider is a part of the cell, unless the cell is empty or ends with a quotation.
    if (quotes % 2 === 0 || at === 1) return at;
  }
  return -1;
}

const unquote = (cell: string): string => cell.replaceAll('""', '"');
