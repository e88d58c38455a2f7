import { longDate } from './reportFacts.ts';
import { putFacts, putHead, type Shown } from './reportHead.ts';
import { openSheet } from './reportSheet.ts';
import { LEFT, quiet, RIGHT } from './reportStyle.ts';
import { LACKING } from './reportText.ts';
import { putLyrics, putTracks } from './reportTracks.ts';

/** Everything that the sheet shows. */
export interface Report extends Shown {
  /** Who asked for it: name, and address in use. */
  reader: { name: string; email: string };
  at: Date;
}

/** The sheet of a release: A4, with a copy of every fact that its label delivered. */
export function pdfOf(report: Report): Promise<Buffer> {
  const { release, reader, at } = report;
  const who = reader.name === '' ? reader.email : `${reader.name} (${reader.email})`;
  const sheet = openSheet({
    title: release.title,
    author: release.artist,
    madeFor: `Confidential · made for ${who} on ${longDate(at)}`,
    at,
  });
  putHead(sheet, report);
  putFacts(sheet, release);
  putTracks(sheet, release);
  putLyrics(sheet, release);
  if (sheet.setter.lacked()) {
    sheet.y += 14;
    const note = `${LACKING} stands for letters that this sheet has no font for. The player and the table (csv) show them.`;
    sheet.put('Note', sheet.setter.lines(note, quiet, RIGHT - LEFT), LEFT);
  }
  return sheet.finish();
}
