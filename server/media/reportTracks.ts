import { canadianRoles, fullTitle, isCode, languageName, playingTime } from './reportFacts.ts';
import type { ReportedRelease, ReportedTrack } from './reportQueries.ts';
import { hairline, heightOf, putMarked, type Sheet } from './reportSheet.ts';
import { ASCENT, body, heading, LEFT, QUIET, quiet, RIGHT, small, strong } from './reportStyle.ts';
import type { Line } from './reportText.ts';

/** Columns: where each begins, or ends. */
const [TITLE_AT, ISRC_AT, TIME_AT] = [LEFT + 26, RIGHT - 130, RIGHT];

/** One block each, with its credits; the captions again on each page. */
export function putTracks(sheet: Sheet, release: ReportedRelease): void {
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
  const hasDiscs = release.tracks.some(({ disc }) => disc > 1);
  for (const track of release.tracks) putTrack(sheet, release, track, hasDiscs);
  sheet.heading = undefined;
}

function putTrack(sheet: Sheet, release: ReportedRelease, track: ReportedTrack, hasDiscs: boolean): void {
  const { doc, setter } = sheet;
  const width = ISRC_AT - TITLE_AT - 14;
  const name = setter.lines(fullTitle(track), strong, width - 12);
  const artist = track.artist === release.artist ? [] : setter.lines(track.artist, body, width);
  const credits = creditLines(sheet, creditsOf(track, release, hasDiscs));
  sheet.keep(heightOf([...name, ...artist, ...credits]) + 4);
  const baseline = sheet.y + body.size * ASCENT;
  sheet.figure(undefined, () =>
    setter.draw(setter.line(String(track.ordinal), { ...body, color: QUIET }), LEFT, baseline),
  );
  const top = sheet.y;
  const page = doc.bufferedPageRange().count;
  putMarked(sheet, 'H3', name, TITLE_AT, track.explicit === 'explicit');
  const after = { y: sheet.y, isSamePage: doc.bufferedPageRange().count === page };
  if (after.isSamePage) {
    sheet.y = top;
    const time = setter.line(playingTime(track.duration), body);
    sheet.put('P', [setter.line(track.isrc ?? '', body)], ISRC_AT);
    sheet.y = top;
    sheet.put('P', [time], TIME_AT - time.width);
  }
  sheet.y = after.y;
  sheet.put('P', artist, TITLE_AT);
  sheet.y += credits.length > 0 ? 1 : 0;
  sheet.put('P', credits, TITLE_AT);
  sheet.figure(undefined, () => hairline(doc, sheet.y + 4));
  sheet.y += 9;
}

/** As many in a line as there is room for; each begins a line before it is broken. */
function creditLines({ setter }: Sheet, credits: string[]): Line[] {
  const width = RIGHT - TITLE_AT;
  const rows: string[] = [];
  for (const credit of credits) {
    const longer = `${rows.at(-1)}  ·  ${credit}`;
    if (rows.length > 0 && setter.line(longer, quiet).width <= width) rows.splice(-1, 1, longer);
    else rows.push(credit);
  }
  return rows.flatMap((row) => setter.lines(row, quiet, width));
}

/** The language only where it differs from the release's. */
function creditsOf(track: ReportedTrack, release: ReportedRelease, hasDiscs: boolean): string[] {
  const language = track.language === null || track.language === release.language ? '' : languageName(track.language);
  const facts: [name: string, value: string][] = [
    ['Disc', hasDiscs ? String(track.disc) : ''],
    ['Composer', track.composer ?? ''],
    ['Writers', track.writers.join(', ')],
    ['Producer', track.producer ?? ''],
    ['Publisher', track.publishing ?? ''],
    ['Language', language],
    ['Kind', track.assettype === 'video' ? 'Video' : ''],
    ['Canadian content', canadianRoles(track).join(', ')],
  ];
  return facts.filter(([, value]) => value !== '').map(([name, value]) => `${name}: ${value}`);
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
