import { nameLanguages } from '@promenade/contract/languages';
import { ProposedKind, type ReleaseFact, releaseFactNames, releaseFacts } from '@promenade/contract/releaseFields';
import type { ReleaseReport } from '@promenade/contract/reports';
import { capitalize, formatDate, formatDuration, formatTitle, formatTrackCount } from '../format.ts';
import {
  addBar,
  addFacts,
  addMissingNote,
  addTitle,
  body,
  COLUMN_GAP,
  createLayout,
  heading,
  INK,
  type Layout,
  LEFT,
  QUIET,
  quiet,
  RIGHT,
  strong,
  title,
} from './sheetLayout.ts';
import type { ReleasePictures, SheetPicture } from './sheetPictures.ts';
import type { PlaylistSheet, ReleaseSheet } from './sheetQueries.ts';
import { renderReport, type SheetReaction } from './sheetReport.ts';
import { addRun, type RunSheet } from './sheetRun.ts';
import { addLyrics, addReleaseTracks, addTrackTable } from './sheetTracks.ts';

export type SheetContent =
  | ({ release: ReleaseSheet } & ReleasePictures)
  | { playlist: PlaylistSheet }
  | { run: RunSheet };

/** `zone`: of the days that it shows. */
export type Sheet = { createdAt: Date; zone: string } & (
  | (SheetContent & { reader: { name: string; email: string } })
  | { report: ReleaseReport; reactions: SheetReaction[] }
);

/** Renders an A4 PDF with all facts of a release, the tracks of a playlist, what was decided in a run, or a report. */
export function renderSheet(sheet: Sheet): Promise<Buffer> {
  if ('report' in sheet) return renderReport(sheet);
  const { reader, createdAt, zone } = sheet;
  const readerText = reader.name === '' ? reader.email : `${reader.name} (${reader.email})`;
  const layout = createLayout({
    ...('release' in sheet
      ? { title: sheet.release.title, author: sheet.release.artist }
      : { title: 'run' in sheet ? sheet.run.title : sheet.playlist.name, author: reader.name || reader.email }),
    footer: `Confidential · made for ${readerText} on ${formatDate(createdAt, zone)} (${zone})`,
    createdAt,
  });
  if ('playlist' in sheet) addPlaylist(layout, sheet.playlist, zone);
  else if ('run' in sheet) addRun(layout, sheet.run, zone);
  else {
    addHeader(layout, sheet.release, sheet);
    addReleaseFacts(layout, sheet.release, zone);
    addReleaseTracks(layout, sheet.release);
    addLyrics(layout, sheet.release);
  }
  addMissingNote(layout, 'playlist' in sheet ? 'The player shows them.' : 'The player and the table (csv) show them.');
  return layout.finish();
}

const COVER_SIZE = 168;
const LOGO_HEIGHT = 20;

function addHeader(layout: Layout, release: ReleaseSheet, { cover, logos }: ReleasePictures): void {
  const { doc, typesetter } = layout;
  const top = layout.y;
  layout.addFigure(cover ? `Cover of ${release.title}` : undefined, () => {
    if (cover) doc.image(cover.bytes as Buffer, LEFT, top, { width: COVER_SIZE, height: COVER_SIZE });
    else doc.rect(LEFT, top, COVER_SIZE, COVER_SIZE).fill(release.color);
  });
  const x = LEFT + COVER_SIZE + COLUMN_GAP;
  const width = RIGHT - x;
  const duration = formatDuration(release.duration);
  const summary = `${release.release_type} · ${formatTrackCount(release.tracks.length)} · ${duration}`;
  const titleLines = (size: number) => typesetter.lines(release.title, { ...title, size }, width - size);
  const size = [26, 21].find((candidate) => titleLines(candidate).length < 4) ?? 16;
  layout.addText('P', typesetter.lines(summary, quiet, width), x);
  layout.y += 4;
  addTitle(layout, 'H1', titleLines(size), x, release.explicit);
  layout.y += 2;
  layout.addText('P', typesetter.lines(release.artist, { ...heading, weight: 400 }, width), x);
  layout.y += 10;
  for (const { name } of release.labels) addLabel(layout, name, logos[name], x);
  layout.y = Math.max(layout.y, top + COVER_SIZE) + 16;
  addBar(layout, release.color);
}

function addLabel(layout: Layout, name: string, logo: SheetPicture | undefined, x: number): void {
  const { doc, typesetter } = layout;
  const width = logo ? Math.min(logo.ratio * LOGO_HEIGHT, 4 * LOGO_HEIGHT) : 0;
  if (logo) {
    layout.addFigure(undefined, () => {
      if (logo.needsDark) doc.roundedRect(x - 3, layout.y - 3, width + 6, LOGO_HEIGHT + 6, 3).fill(INK);
      const fit: [number, number] = [width, LOGO_HEIGHT];
      doc.image(logo.bytes as Buffer, x, layout.y, { fit, align: 'center', valign: 'center' });
    });
    layout.y += 3;
  }
  const indent = logo ? width + 10 : 0;
  layout.addText('P', typesetter.lines(name, strong, RIGHT - x - indent), x + indent);
  layout.y += logo ? 10 : 2;
}

type NamedFact = [name: string, value: string | null];

function addReleaseFacts(layout: Layout, release: ReleaseSheet, zone: string): void {
  const { impact_date } = release;
  const values = { ...release, language: release.language && nameLanguages(release.language, 'en') };
  const factOf = (fact: ReleaseFact): NamedFact => [releaseFacts[fact].sheet, values[fact]?.toString() ?? null];
  const facts: NamedFact[] = [
    ['Available', formatDate(release.available_at, zone)],
    ['Impact date', impact_date && formatDate(impact_date, zone)],
    ...codes.map(factOf),
    ...lists.map((kind): NamedFact => [capitalize(kind), release[kind].join(', ')]),
    ...releaseFactNames.filter((fact) => !codes.includes(fact)).map(factOf),
  ];
  addFacts(layout, facts);
}

const codes: ReleaseFact[] = ['catalognumber', 'upc'];
const lists = [...new Set(['genres', 'markets', ...ProposedKind.options] as const)];

function addPlaylist(layout: Layout, { name, desc, color, tracks }: PlaylistSheet, zone: string): void {
  const { typesetter } = layout;
  const width = RIGHT - LEFT;
  const duration = formatDuration(tracks.reduce((sum, track) => sum + track.duration, 0));
  const summary = `Playlist · ${formatTrackCount(tracks.length)} · ${duration}`;
  layout.addText('P', typesetter.lines(summary, quiet, width), LEFT);
  layout.y += 4;
  layout.addText('H1', typesetter.lines(name, title, width), LEFT);
  if (desc !== '') layout.addText('P', typesetter.lines(desc, { ...body, size: 11 }, width), LEFT);
  layout.y += 12;
  addBar(layout, color ?? QUIET);
  if (tracks.length === 0) return;
  const rows = tracks.map((track, index) => ({
    ...track,
    number: index + 1,
    title: formatTitle(track),
    facts: [
      ['Release', track.release],
      ['Label', track.label],
      ['Available', formatDate(new Date(track.available), zone)],
      ['Impact date', track.impact_date === null ? '' : formatDate(track.impact_date, zone)],
    ] satisfies [string, string][],
  }));
  addTrackTable(layout, rows);
}
