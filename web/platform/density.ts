import { MOBILE_BELOW_PX } from '@promenade/contract/limits';
import { type Density, useSettings } from './settingsStore.ts';
import { useBelow } from './windowWidth.ts';

/** Row height of tables in pixels; the same as `--row` in tokens.css. */
const ROW_PX: Record<Density, number> = { comfortable: 56, compact: 36 };

/** Style sheets read the row height of lists from the page. */
const showDensity = ({ density }: { density: Density }): void => {
  document.documentElement.dataset['density'] = density;
};
showDensity(useSettings.getState());
useSettings.subscribe(showDensity);

/** Phones have comfortable rows only, which are large enough for fingers. */
export function useDensity(): Density {
  const density = useSettings((setting) => setting.density);
  return useBelow(MOBILE_BELOW_PX) ? 'comfortable' : density;
}

/** Rows of consoles, which are dense whatever the setting; `--row` of a console in tokens.css. */
export const useConsoleRowHeight = (): number => ROW_PX[useBelow(MOBILE_BELOW_PX) ? 'comfortable' : 'compact'];

export const useRowHeight = (): number => ROW_PX[useDensity()];
