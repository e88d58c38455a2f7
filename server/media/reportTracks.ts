import { canadianRoles, fullTitle, isCode, languageName, playingTime } from './reportFacts.ts';
import type { ReportedRelease, ReportedTrack } from './reportQueries.ts';
import { hairline, heightOf, putMarked, type Sheet } from './reportSheet.ts';
import { ASCENT, body, heading, LEFT, QUIET, quiet, RIGHT, small, strong } from './reportStyle.ts';
import type { Line } from './reportText.ts';

/** Columns: where each begins, or ends. */
const [TITLE_AT, ISRC_AT, TIME_AT] = [LEFT + 26, RIGHT - 130, RIGHT];

/** A track as the table shows it. */
export interface TableRow extends Pick<ReportedTrack, 'explicit' | 'isrc' | 'duration'> {
  number: number;
  /** With its version. */
  title: string;
  /** Empty where everything is by one artist. */
  artist: string;
  /** Those without a value are left out. */
  facts: [name: string, value: string][];
}

/** The tracks of a release, with what is not the same for all of them. */
export function putTracks(sheet: Sheet, release: ReportedRelease): void {
  const hasDiscs = release.tracks.some(({ disc }) => disc > 1);
  const rows = release.tracks.map((track) => ({
    ...track,
    number: track.ordinal,
    title: fullTitle(track),
    artist: track.artist === release.artist ? '' : track.artist,
    facts: factsOf(track, release, hasDiscs),
  }));
  putTable(sheet, rows);
}

/** One block each, with its facts; the captions again on each page. */
export function putTable(sheet: Sheet, rows: TableRow[]): void {
  const { doc, setter } = sheet;
  sheet.keep(120);
  sheet.y += 12;
  sheet.put('H2', setter.lines('Tracks', heading, RIGHT - LEFT), LEFT);
  sheet.y += 4;
  sheet.heading = () => {
    sheet.figure(undefined, () => {
      const baseline = sheet.y + 8;
      setter.draw(setter.line('Title', { ...small, weight: 700 }), TITLE_AT, baseline);
      setter.draw(setter.line('ISRC', { ...small, weight: 700 }), ISRC_AT, baseline);
      const time = setter.line('Time', { ...small, weight: 700 });
      setter.draw(time, TIME_AT - time.width, baseline);
      hairline(doc, sheet.y + 14);
    });
    sheet.y += 20;
  };
  sheet.heading();
  for (const row of rows) putRow(sheet, row);
  sheet.heading = undefined;
}

function putRow(sheet: Sheet, row: TableRow): void {
  const { doc, setter } = sheet;
  const width = ISRC_AT - TITLE_AT - 14;
  const name = setter.lines(row.title, strong, width - 12);
  const artist = row.artist === '' ? [] : setter.lines(row.artist, body, width);
  const facts = factLines(sheet, row.facts);
  sheet.keep(heightOf([...name, ...artist, ...facts]) + 4);
  const baseline = sheet.y + body.size * ASCENT;
  sheet.figure(undefined, () =>
    setter.draw(setter.line(String(row.number), { ...body, color: QUIET }), LEFT, baseline),
  );
  const top = sheet.y;
  const page = doc.bufferedPageRange().count;
  putMarked(sheet, 'H3', name, TITLE_AT, row.explicit === 'explicit');
  const after = { y: sheet.y, isSamePage: doc.bufferedPageRange().count === page };
  if (after.isSamePage) {
    sheet.y = top;
    const time = setter.line(playingTime(row.duration), body);
    sheet.put('P', [setter.line(row.isrc ?? '', body)], ISRC_AT);
    sheet.y = top;
    sheet.put('P', [time], TIME_AT - time.width);
  }
  sheet.y = after.y;
  sheet.put('P', artist, TITLE_AT);
  sheet.y += facts.length > 0 ? 1 : 0;
  sheet.put('P', facts, TITLE_AT);
  sheet.figure(undefined, () => hairline(doc, sheet.y + 4));
  sheet.y += 9;
}

/** As many in a line as there is room for; each begins a line before it is broken. */
function factLines({ setter }: Sheet, facts: TableRow['facts']): Line[] {
  const width = RIGHT - TITLE_AT;
  const lines: string[] = [];
  for (const [name, value] of facts.filter(([, value]) => value !== '')) {
    const longer = `${lines.at(-1)}  ·  ${name}: ${value}`;
    if (lines.length > 0 && setter.line(longer, quiet).width <= width) lines.splice(-1, 1, longer);
    else lines.push(`${name}: ${value}`);
  }
  return lines.flatMap((line) => setter.lines(line, quiet, width));
}

/** The language only where it differs from the release's. */
function factsOf(track: ReportedTrack, release: ReportedRelease, hasDiscs: boolean): TableRow['facts'] {
  const language = track.language === null || track.language === release.language ? '' : languageName(track.language);
  return [
    ['Disc', hasDiscs ? String(track.disc) : ''],
    ['Composer', track.composer ?? ''],
    ['Writers', track.writers.join(', ')],
    ['Producer', track.producer ?? ''],
    ['Publisher', track.publishing ?? ''],
    ['Language', language],
    ['Kind', track.assettype === 'video' ? 'Video' : ''],
    ['Canadian content', canadianRoles(track).join(', ')],
  ];
}

/** Those that were delivered. */
export function putLyrics(sheet: Sheet, release: ReportedRelease): void {
  const { setter } = sheet;
  const sung = release.tracks.filter(({ lyrics }) => lyrics.trim() !== '');
  if (sung.length === 0) return;
  sheet.keep(120);
  sheet.y += 20;
  sheet.put('H2', setter.lines('Lyrics', heading, RIGHT - LEFT), LEFT);
  for (const track of sung) {
    const lines = setter.lines(track.lyrics.trim(), body, RIGHT - TITLE_AT);
    sheet.keep(24 + heightOf(lines.slice(0, 4)));
    sheet.y += 10;
    const number = setter.line(String(track.ordinal), { ...body, color: QUIET });
    sheet.figure(undefined, () => setter.draw(number, LEFT, sheet.y + body.size * ASCENT));
    sheet.put('H3', setter.lines(fullTitle(track), strong, RIGHT - TITLE_AT), TITLE_AT);
    sheet.y += 3;
    const language = track.language ?? release.language;
    sheet.put('P', lines, TITLE_AT, language && isCode(language) ? language : undefined);
  }
}
