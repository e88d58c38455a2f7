import { nameLanguages, parseLanguageTag } from '@promenade/contract/languages';
import { formatCanadianRoles, formatDuration, formatTitle } from '../format.ts';
import {
  ASCENT,
  addTitle,
  body,
  drawHairline,
  heading,
  heightOfLines,
  type Layout,
  LEFT,
  QUIET,
  quiet,
  RIGHT,
  small,
  strong,
} from './sheetLayout.ts';
import type { ReleaseSheet, SheetTrack } from './sheetQueries.ts';
import type { TextLine } from './sheetText.ts';

const TITLE_X = LEFT + 26;
const ISRC_X = RIGHT - 130;
const NUMBER_STYLE = { ...body, color: QUIET };

export interface TableRow extends Pick<SheetTrack, 'explicit' | 'isrc' | 'duration'> {
  number: number;
  title: string;
  /** Empty when it is the artist of the release. */
  artist: string;
  /** Empty values are left out. */
  facts: [name: string, value: string][];
}

export function addReleaseTracks(layout: Layout, release: ReleaseSheet): void {
  const hasDiscs = release.tracks.some(({ disc }) => disc > 1);
  const rows = release.tracks.map((track) => ({
    ...track,
    number: track.ordinal,
    title: formatTitle(track),
    artist: track.artist === release.artist ? '' : track.artist,
    facts: listFacts(track, release, hasDiscs),
  }));
  addTrackTable(layout, rows);
}

export function addTrackTable(layout: Layout, rows: TableRow[]): void {
  const { doc, typesetter } = layout;
  layout.ensureSpace(120);
  layout.y += 12;
  layout.addText('H2', typesetter.lines('Tracks', heading, RIGHT - LEFT), LEFT);
  layout.y += 4;
  layout.drawPageHeading = () => {
    layout.addFigure(undefined, () => {
      const baseline = layout.y + 8;
      const style = { ...small, weight: 700 as const };
      const time = typesetter.line('Time', style);
      typesetter.draw(typesetter.line('Title', style), TITLE_X, baseline);
      typesetter.draw(typesetter.line('ISRC', style), ISRC_X, baseline);
      typesetter.draw(time, RIGHT - time.width, baseline);
      drawHairline(doc, layout.y + 14);
    });
    layout.y += 20;
  };
  layout.drawPageHeading();
  for (const row of rows) addRow(layout, row);
  layout.drawPageHeading = undefined;
}

function addRow(layout: Layout, row: TableRow): void {
  const { doc, typesetter } = layout;
  const width = ISRC_X - TITLE_X - 14;
  const title = typesetter.lines(row.title, strong, width - 12);
  const artist = row.artist === '' ? [] : typesetter.lines(row.artist, body, width);
  const facts = buildFactLines(layout, row.facts);
  layout.ensureSpace(heightOfLines([...title, ...artist, ...facts]) + 4);
  addNumber(layout, row.number);
  const top = layout.y;
  const page = doc.bufferedPageRange().count;
  addTitle(layout, 'H3', title, TITLE_X, row.explicit === 'explicit');
  const bottom = layout.y;
  if (doc.bufferedPageRange().count === page) {
    const time = typesetter.line(formatDuration(row.duration), body);
    layout.y = top;
    layout.addText('P', [typesetter.line(row.isrc ?? '', body)], ISRC_X);
    layout.y = top;
    layout.addText('P', [time], RIGHT - time.width);
  }
  layout.y = bottom;
  layout.addText('P', artist, TITLE_X);
  layout.y += facts.length > 0 ? 1 : 0;
  layout.addText('P', facts, TITLE_X);
  layout.addFigure(undefined, () => drawHairline(doc, layout.y + 4));
  layout.y += 9;
}

function addNumber({ typesetter, addFigure, y }: Layout, number: number): void {
  const line = typesetter.line(String(number), NUMBER_STYLE);
  addFigure(undefined, () => typesetter.draw(line, LEFT, y + body.size * ASCENT));
}

/** Joins as many facts as fit into a line; breaks a fact only when it is longer than a line. */
function buildFactLines({ typesetter }: Layout, facts: TableRow['facts']): TextLine[] {
  const width = RIGHT - TITLE_X;
  const lines: string[] = [];
  for (const [name, value] of facts.filter(([, value]) => value !== '')) {
    const joined = `${lines.at(-1)}  ·  ${name}: ${value}`;
    if (lines.length > 0 && typesetter.line(joined, quiet).width <= width) lines.splice(-1, 1, joined);
    else lines.push(`${name}: ${value}`);
  }
  return lines.flatMap((line) => typesetter.lines(line, quiet, width));
}

function listFacts(track: SheetTrack, release: ReleaseSheet, hasDiscs: boolean): TableRow['facts'] {
  const hasOwnLanguage = track.language !== null && track.language !== release.language;
  return [
    ['Disc', hasDiscs ? String(track.disc) : ''],
    ['Composer', track.composer ?? ''],
    ['Writers', track.writers.join(', ')],
    ['Producer', track.producer ?? ''],
    ['Publisher', track.publishing ?? ''],
    ['Language', hasOwnLanguage ? nameLanguages(track.language ?? '', 'en') : ''],
    ['Kind', track.assettype === 'video' ? 'Video' : ''],
    ['Canadian content', formatCanadianRoles(track).join(', ')],
  ];
}

export function addLyrics(layout: Layout, release: ReleaseSheet): void {
  const { typesetter } = layout;
  const tracks = release.tracks.filter(({ lyrics }) => lyrics.trim() !== '');
  if (tracks.length === 0) return;
  layout.ensureSpace(120);
  layout.y += 20;
  layout.addText('H2', typesetter.lines('Lyrics', heading, RIGHT - LEFT), LEFT);
  for (const track of tracks) {
    const lines = typesetter.lines(track.lyrics.trim(), body, RIGHT - TITLE_X);
    layout.ensureSpace(24 + heightOfLines(lines.slice(0, 4)));
    layout.y += 10;
    addNumber(layout, track.ordinal);
    layout.addText('H3', typesetter.lines(formatTitle(track), strong, RIGHT - TITLE_X), TITLE_X);
    layout.y += 3;
    const language = track.language ?? release.language;
    layout.addText('P', lines, TITLE_X, parseLanguageTag(language ?? '')?.baseName);
  }
}
