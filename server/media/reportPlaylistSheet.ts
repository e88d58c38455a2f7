import { fullTitle, longDate, playingTime } from './reportFacts.ts';
import type { ListedTrack, ReportedPlaylist } from './reportPlaylistQueries.ts';
import type { Sheet } from './reportSheet.ts';
import { body, LEFT, QUIET, quiet, RIGHT, title } from './reportStyle.ts';
import { putTable, type TableRow } from './reportTracks.ts';

/** Name, description and tracks of a playlist. */
export function putPlaylist(sheet: Sheet, { name, desc, color, tracks }: ReportedPlaylist): void {
  const { doc, setter } = sheet;
  const width = RIGHT - LEFT;
  const seconds = tracks.reduce((sum, { duration }) => sum + duration, 0);
  const songs = tracks.length === 1 ? '1 track' : `${tracks.length} tracks`;
  sheet.put('P', setter.lines(`Playlist · ${songs} · ${playingTime(seconds)}`, quiet, width), LEFT);
  sheet.y += 4;
  sheet.put('H1', setter.lines(name, title, width), LEFT);
  if (desc !== '') sheet.put('P', setter.lines(desc, { ...body, size: 11 }, width), LEFT);
  sheet.y += 12;
  sheet.figure(undefined, () => {
    doc.rect(LEFT, sheet.y, width, 2).fill(color ?? QUIET);
  });
  sheet.y += 18;
  if (tracks.length > 0) putTable(sheet, tracks.map(rowOf));
}

const rowOf = (track: ListedTrack, n: number): TableRow => ({
  ...track,
  number: n + 1,
  title: fullTitle(track),
  facts: [
    ['Release', track.release],
    ['Label', track.label],
    ['Available', longDate(new Date(track.available))],
    ['Impact date', track.impact_date === null ? '' : longDate(new Date(track.impact_date))],
  ],
});
