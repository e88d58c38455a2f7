import type { Viewer } from '../catalogue/rowQueries.ts';
import type { Page } from '../platform/database/page.ts';

/** A page of what one account flagged or played. */
export interface LibraryPage extends Viewer, Page {}

/** Adds the time of a row to its JSON object. */
export const addTime = (json: string, member: 'playedat' | 'flaggedat', at: Date): string =>
  `${json.slice(0, -1)},"${member}":"${at.toISOString()}"}`;
