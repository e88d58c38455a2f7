import { type Reaction, ReactionKind } from '@promenade/contract/catalogue';
import { Figure, type ReleaseReport, type ReportTrack } from '@promenade/contract/reports';
import { formatDate, formatDuration, formatMoment, formatReaction, formatTitle, reactionNames } from '../format.ts';
import {
  addBar,
  addFacts,
  addMissingNote,
  body,
  createLayout,
  drawHairline,
  heading,
  heightOfLines,
  INK,
  type Layout,
  LEFT,
  QUIET,
  quiet,
  RIGHT,
  strong,
  title,
} from './sheetLayout.ts';

interface ReportSheet {
  report: ReleaseReport;
  /** The latest first. */
  reactions: SheetReaction[];
  createdAt: Date;
  zone: string;
}

const STRIP_HEIGHT = 40;
const GROUPS = 20;
const numberFormat = new Intl.NumberFormat('en');
const countryNames = new Intl.DisplayNames('en', { type: 'region', fallback: 'code' });
const count = (value: number, one: string, many = `${one}s`) =>
  `${numberFormat.format(value)} ${value === 1 ? one : many}`;
const people = (value: number) => count(value, 'person', 'people');

/** What somebody says of the release; `name` is empty unless the artist may know it. */
export interface SheetReaction extends Pick<Reaction, 'kind' | 'version' | 'note' | 'second'> {
  track: string | null;
  name: string;
}

/** Renders a report for the artist: how many people did what, and names only of those who allow it. */
export function renderReport({ report, reactions, createdAt, zone }: ReportSheet): Promise<Buffer> {
  const { release, tracks, days } = report;
  const layout = createLayout({
    title: release.title,
    author: release.artist,
    note: 'Report',
    footer: `Confidential · ${release.label === null ? '' : `made by ${release.label} `}on ${formatDate(createdAt, zone)} (${zone})`,
    createdAt,
  });
  const available = `Available ${formatDate(new Date(release.available), zone)}`;
  addLines(layout, 'P', [release.label, available].filter((part) => part !== null).join(' · '), quiet);
  layout.y += 4;
  addLines(layout, 'H1', release.title, title);
  addLines(layout, 'P', release.artist, { ...heading, weight: 400 });
  layout.y += 10;
  addBar(layout, INK);
  addFacts(layout, listTotals(report));
  addHeading(layout, 'Tracks');
  const highest = Math.max(1, ...tracks.flatMap(({ strip }) => strip));
  for (const track of tracks) addTrack(layout, track, highest);
  if (days.length > 0) {
    addHeading(layout, 'Days');
    for (const { day, opened, heard, minutes, downloaded } of days)
      addLines(
        layout,
        'P',
        `${formatDate(day, zone)}: opened by ${opened}, heard by ${heard} (${count(minutes, 'minute')}), downloaded by ${downloaded}`,
        body,
      );
  }
  if (reactions.length > 0) {
    addHeading(layout, 'Reactions');
    for (const { track, second, name, ...reaction } of reactions) {
      const moment = formatMoment(track ?? undefined, second);
      const facts = [formatReaction(reaction), moment, name].filter((fact) => fact !== '');
      addLines(layout, 'P', facts.join(' · '), body);
    }
  }
  addGroups(
    layout,
    'Countries',
    report.countries.map(({ name, ...group }) => ({ ...group, name: formatCountry(name) })),
  );
  addGroups(layout, 'Companies', report.companies);
  addMissingNote(layout, 'The table (csv) shows them.');
  return layout.finish();
}

const figureNames: Record<Figure, string> = {
  mailed: 'Mailed',
  opened: 'Opened',
  heard: 'Heard',
  finished: 'Heard a track to its end',
  downloaded: 'Downloaded',
  wrote: 'Wrote',
  passedon: 'Passed on',
  reacted: 'Reacted',
};

function listTotals({ recipients, usual, ...report }: ReleaseReport): [string, string][] {
  const percent = (share: number) => `${Math.round(share * 100)} %`;
  const further: Partial<Record<Figure, string>> = {
    heard: `, ${count(report.minutes, 'minute')}`,
    downloaded: `, WAV ${report.downloadedwav}, MP3 ${report.downloadedmp3}`,
    reacted: listReactions(report.reactions),
  };
  const total = (figure: Figure) => {
    const share = recipients === 0 ? '' : `, ${percent(report[figure] / recipients)}`;
    const median = usual ? ` (usually ${percent(usual[figure])})` : '';
    return `${people(report[figure])}${share}${median}${further[figure] ?? ''}`;
  };
  return [
    ['Recipients', people(recipients)],
    ...Figure.options.map((figure): [string, string] => [figureNames[figure], total(figure)]),
  ];
}

const listReactions = (reactions: ReleaseReport['reactions']) =>
  ReactionKind.options
    .filter((kind) => reactions[kind] > 0)
    .map((kind) => `, ${reactionNames[kind]} ${reactions[kind]}`)
    .join('');

/** The strip has the width of the page; its height is how many people heard each second. */
function addTrack(layout: Layout, track: ReportTrack, highest: number): void {
  const { doc, typesetter } = layout;
  const lines = typesetter.lines(formatTitle(track), strong, RIGHT - LEFT);
  const minutes = count(Math.round(track.seconds / 60), 'minute');
  const summary = `${formatDuration(track.duration)} · heard by ${people(track.heard)}, ${minutes}`;
  layout.ensureSpace(heightOfLines(lines) + STRIP_HEIGHT + 30);
  layout.addText('H3', lines, LEFT);
  addLines(layout, 'P', summary, quiet);
  const most = Math.max(0, ...track.strip);
  const bottom = layout.y + STRIP_HEIGHT;
  layout.addFigure(most === 0 ? undefined : `Each second was heard by up to ${people(most)}.`, () => {
    const width = (RIGHT - LEFT) / Math.max(1, track.strip.length);
    doc.moveTo(LEFT, bottom);
    for (const [second, heard] of track.strip.entries()) {
      const y = bottom - (heard / highest) * (STRIP_HEIGHT - 4);
      doc.lineTo(LEFT + second * width, y).lineTo(LEFT + (second + 1) * width, y);
    }
    doc.lineTo(RIGHT, bottom).fill(QUIET);
    drawHairline(doc, bottom);
  });
  layout.y = bottom + 12;
}

function addGroups(layout: Layout, name: string, groups: ReleaseReport['countries']): void {
  if (groups.length === 0) return;
  addHeading(layout, name);
  for (const { name, recipients } of groups.slice(0, GROUPS))
    addLines(layout, 'P', `${name}: ${people(recipients)}`, body);
  const others = groups.length - GROUPS;
  if (others > 0) addLines(layout, 'P', `${others} more`, quiet);
}

function addHeading(layout: Layout, text: string): void {
  layout.ensureSpace(60);
  layout.y += 12;
  addLines(layout, 'H2', text, heading);
  layout.y += 4;
}

const addLines = (layout: Layout, tag: string, text: string, style: typeof body): void =>
  layout.addText(tag, layout.typesetter.lines(text, style, RIGHT - LEFT), LEFT);

/** The stored country may be any text. */
const formatCountry = (code: string): string => (/^[A-Z]{2}$/.test(code) ? (countryNames.of(code) ?? code) : code);
