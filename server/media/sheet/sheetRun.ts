import { formatDate } from '../format.ts';
import {
  addBar,
  body,
  heading,
  heightOfLines,
  INK,
  type Layout,
  LEFT,
  quiet,
  RIGHT,
  strong,
  title,
} from './sheetLayout.ts';

/** What was decided in a run of the desk. */
export interface RunSheet {
  title: string;
  startedAt: Date;
  /** In their order: what was decided, and the releases. */
  groups: { name: string; releases: RunSheetRelease[] }[];
}

interface RunSheetRelease {
  title: string;
  artist: string;
  label: string;
  availableAt: Date;
  /** Reaction, needed version and note; empty without one. */
  note: string;
}

export function addRun(layout: Layout, run: RunSheet, zone: string): void {
  const count = run.groups.reduce((sum, { releases }) => sum + releases.length, 0);
  const begun = `begun ${formatDate(run.startedAt, zone)}`;
  addLines(layout, 'P', `${count} ${count === 1 ? 'release' : 'releases'} · ${begun}`, quiet);
  layout.y += 4;
  addLines(layout, 'H1', run.title, title);
  layout.y += 12;
  addBar(layout, INK);
  for (const { name, releases } of run.groups) {
    layout.ensureSpace(70);
    layout.y += 12;
    addLines(layout, 'H2', `${name} (${releases.length})`, heading);
    layout.y += 4;
    for (const release of releases) addRelease(layout, release, zone);
  }
}

function addRelease(layout: Layout, { title, artist, label, availableAt, note }: RunSheetRelease, zone: string): void {
  const lines = layout.typesetter.lines(title, strong, RIGHT - LEFT);
  layout.ensureSpace(heightOfLines(lines) + 40);
  layout.addText('H3', lines, LEFT);
  addLines(layout, 'P', artist, body);
  if (note !== '') addLines(layout, 'P', note, body);
  const facts = [label, `available ${formatDate(availableAt, zone)}`].filter((fact) => fact !== '');
  addLines(layout, 'P', facts.join(' · '), quiet);
  layout.y += 6;
}

const addLines = (layout: Layout, tag: string, text: string, style: typeof body): void =>
  layout.addText(tag, layout.typesetter.lines(text, style, RIGHT - LEFT), LEFT);
