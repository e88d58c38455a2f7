import type { Energy } from './style.ts';

/** How one recording of a work differs from the others. */
export const takes = ['full', 'radio', 'instrumental', 'clean', 'club', 'sketch'] as const;
export type Take = (typeof takes)[number];

/** A part of the form. */
export interface Section {
  name: 'intro' | 'verse' | 'chorus' | 'break' | 'outro';
  bars: number;
  energy: Energy;
  drums: boolean;
  /** Whether the tune is there. */
  lead: boolean;
}

type Shape = readonly (readonly [Section['name'], number])[];

const short: Shape = [
  ['intro', 1],
  ['verse', 3],
  ['chorus', 4],
  ['outro', 1],
];
const middle: Shape = [
  ['intro', 2],
  ['verse', 4],
  ['chorus', 4],
  ['break', 2],
  ['chorus', 4],
  ['outro', 1],
];
const long: Shape = [
  ['intro', 4],
  ['verse', 8],
  ['chorus', 8],
  ['verse', 8],
  ['chorus', 8],
  ['break', 6],
  ['chorus', 12],
  ['outro', 3],
];
const radio: Shape = [
  ['verse', 4],
  ['chorus', 4],
  ['outro', 1],
];
const club: Shape = [
  ['intro', 4],
  ['verse', 4],
  ['break', 2],
  ['chorus', 6],
  ['outro', 4],
];

/** Divides a number of bars (at least 5) into sections. */
export function divide(bars: number, take: Take): Section[] {
  const shape = take === 'radio' ? radio : take === 'club' ? club : bars < 13 ? short : bars < 32 ? middle : long;
  const parts = shape.reduce((sum, [, weight]) => sum + weight, 0);
  let given = 0;
  let weighed = 0;
  const sections = shape.map(([name, weight]) => {
    weighed += weight;
    const end = Math.round((bars * weighed) / parts);
    const section = { ...describe(name, take), bars: Math.max(name === 'outro' ? 1 : 0, end - given) };
    given = Math.max(end, given + section.bars);
    return section;
  });
  return sections.filter((section) => section.bars > 0);
}

function describe(name: Section['name'], take: Take): Omit<Section, 'bars'> {
  const sung = take !== 'instrumental';
  switch (name) {
    case 'intro':
      return { name, energy: 0, drums: take !== 'sketch', lead: false };
    case 'verse':
      return { name, energy: 1, drums: take !== 'sketch', lead: sung };
    case 'chorus':
      return { name, energy: take === 'sketch' ? 1 : 2, drums: take !== 'sketch', lead: sung };
    case 'break':
      return { name, energy: 0, drums: false, lead: sung };
    case 'outro':
      return { name, energy: 0, drums: take === 'club', lead: false };
  }
}
