import { longDate } from './reportFacts.ts';
import { putFacts, putHead, type Shown } from './reportHead.ts';
import type { ReportedPlaylist } from './reportPlaylistQueries.ts';
import { putPlaylist } from './reportPlaylistSheet.ts';
import { openSheet } from './reportSheet.ts';
import { LEFT, quiet, RIGHT } from './reportStyle.ts';
import { LACKING } from './reportText.ts';
import { putLyrics, putTracks } from './reportTracks.ts';

/** Everything that a sheet shows, of a release or a playlist. */
export type Report = (Shown | { playlist: ReportedPlaylist }) & Asked;

interface Asked {
  /** Who asked for it: name, and address in use. */
  reader: { name: string; email: string };
  at: Date;
}

/** A4, with a copy of every fact that the label of a release delivered, or of what tells the tracks of a playlist apart. */
export function pdfOf(report: Report): Promise<Buffer> {
  const { reader, at } = report;
  const who = reader.name === '' ? reader.email : `${reader.name} (${reader.email})`;
  const sheet = openSheet({
    ...('playlist' in report
      ? { title: report.playlist.name, author: reader.name || reader.email }
      : { title: report.release.title, author: report.release.artist }),
    madeFor: `Confidential · made for ${who} on ${longDate(at)}`,
    at,
  });
  if ('playlist' in report) putPlaylist(sheet, report.playlist);
  else {
    putHead(sheet, report);
    putFacts(sheet, report.release);
    putTracks(sheet, report.release);
    putLyrics(sheet, report.release);
  }
  if (sheet.setter.lacked()) {
    sheet.y += 14;
    const note = `${LACKING} stands for letters that this sheet has no font for. The player ${'playlist' in report ? 'shows' : 'and the table (csv) show'} them.`;
    sheet.put('Note', sheet.setter.lines(note, quiet, RIGHT - LEFT), LEFT);
  }
  return sheet.finish();
}
