import { create } from 'zustand';
import { noSelection, type Selection } from './selection.ts';

/** One list at a time has a selection. */
export const useSelection = create<Selection>(() => noSelection);

/** The chosen ids; undefined while nothing is being chosen. */
export const useSelectedIds = (): ReadonlySet<string> | undefined =>
  useSelection(({ isOn, ids }) => (isOn ? ids : undefined));

/** From now on a press on a release chooses it. */
export const startSelection = (): void => useSelection.setState({ ...noSelection, isOn: true }, true);

export const endSelection = (): void => useSelection.setState(noSelection, true);

/** Chooses these rows and no other. */
export const selectIds = (ids: Iterable<string>): void =>
  useSelection.setState({ isOn: true, ids: new Set(ids), anchor: undefined }, true);
