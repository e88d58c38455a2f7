import type { Energy } from './style.ts';

/** Arrangements of a work; they differ in length, sections and parts. */
export const arrangements = ['full', 'radio', 'instrumental', 'clean', 'club', 'sketch'] as const;
export type Arrangement = (typeof arrangements)[number];

export interface Section {
  name: 'intro' | 'verse' | 'chorus' | 'break' | 'outro';
  bars: number;
  energy: Energy;
  hasDrums: boolean;
  hasLead: boolean;
}

/** Sections with their relative lengths. */
type Form = readonly (readonly [Section['name'], number])[];

const short: Form = [
  ['intro', 1],
  ['verse', 3],
  ['chorus', 4],
  ['outro', 1],
];
const middle: Form = [
  ['intro', 2],
  ['verse', 4],
  ['chorus', 4],
  ['break', 2],
  ['chorus', 4],
  ['outro', 1],
];
const long: Form = [
  ['intro', 4],
  ['verse', 8],
  ['chorus', 8],
  ['verse', 8],
  ['chorus', 8],
  ['break', 6],
  ['chorus', 12],
  ['outro', 3],
];
const radio: Form = [
  ['verse', 4],
  ['chorus', 4],
  ['outro', 1],
];
const club: Form = [
  ['intro', 4],
  ['verse', 4],
  ['break', 2],
  ['chorus', 6],
  ['outro', 4],
];

/** Divides at least five bars into sections. */
export function arrangeSections(bars: number, arrangement: Arrangement): Section[] {
  const form =
    arrangement === 'radio' ? radio : arrangement === 'club' ? club : bars < 13 ? short : bars < 32 ? middle : long;
  const totalWeight = form.reduce((sum, [, weight]) => sum + weight, 0);
  let assignedBars = 0;
  let assignedWeight = 0;
  const sections = form.map(([name, weight]) => {
    assignedWeight += weight;
    const end = Math.round((bars * assignedWeight) / totalWeight);
    const section = {
      ...createSection(name, arrangement),
      bars: Math.max(name === 'outro' ? 1 : 0, end - assignedBars),
    };
    assignedBars = Math.max(end, assignedBars + section.bars);
    return section;
  });
  return sections.filter((section) => section.bars > 0);
}

function createSection(name: Section['name'], arrangement: Arrangement): Omit<Section, 'bars'> {
  const hasLead = arrangement !== 'instrumental';
  switch (name) {
    case 'intro':
      return { name, energy: 0, hasDrums: arrangement !== 'sketch', hasLead: false };
    case 'verse':
      return { name, energy: 1, hasDrums: arrangement !== 'sketch', hasLead };
    case 'chorus':
      return { name, energy: arrangement === 'sketch' ? 1 : 2, hasDrums: arrangement !== 'sketch', hasLead };
    case 'break':
      return { name, energy: 0, hasDrums: false, hasLead };
    case 'outro':
      return { name, energy: 0, hasDrums: arrangement === 'club', hasLead: false };
  }
}
