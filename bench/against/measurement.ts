import { startStep } from '../steps.ts';
import type { Build } from './builds.ts';

/** What a figure must reach: the quotient of now and before, or the value of now. */
type Bound = { of: 'ratio' | 'now' } & ({ atMost: number } | { atLeast: number });

export interface Figure {
  /** With its unit. */
  name: string;
  bound: Bound;
}

/** Figures that are measured together. */
export interface Measurement<Subject extends { stop: () => unknown }> {
  figures: Figure[];
  /** How often each build is measured, in turns; the mean counts. Default 1. */
  rounds?: number;
  /** Starts a build, or copies it. */
  start: (build: Build) => Promise<Subject>;
  /** One value for each figure. */
  measure: (subject: Subject) => Promise<number[]>;
}

/** Runs the measurement on both builds in turns. Returns the means of each figure. */
export type RunMeasurement = (
  builds: Build[],
  name: string,
) => Promise<{ figure: Figure; before: number; now: number }[]>;

export function defineMeasurement<Subject extends { stop: () => unknown }>({
  figures,
  rounds = 1,
  start,
  measure,
}: Measurement<Subject>): RunMeasurement {
  return async (builds, name) => {
    const subjects: { build: Build; subject: Subject; values: number[][] }[] = [];
    try {
      for (const build of builds) {
        startStep(`${name}: starting ${build.name}`);
        subjects.push({ build, subject: await start(build), values: [] });
      }
      for (let round = 1; round <= rounds; round++)
        for (const { build, subject, values } of subjects) {
          startStep(`${name}: measuring ${build.name}, round ${round} of ${rounds}`);
          values.push(await measure(subject));
        }
    } finally {
      for (const { subject } of subjects) await subject.stop();
    }
    return figures.map((figure, index) => {
      const [before = Number.NaN, now = Number.NaN] = subjects.map(
        ({ values }) => values.reduce((sum, value) => sum + (value[index] ?? Number.NaN), 0) / rounds,
      );
      return { figure, before, now };
    });
  };
}

export function holds({ bound }: Figure, { before, now }: { before: number; now: number }): boolean {
  const value = bound.of === 'ratio' ? now / before : now;
  return 'atMost' in bound ? value <= bound.atMost : value >= bound.atLeast;
}
