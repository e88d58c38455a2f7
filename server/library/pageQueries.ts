import { sql } from 'kysely';
import type { Viewer } from '../catalogue/rowQueries.ts';

/** A page of what one account flagged or played. */
export interface LibraryPage extends Viewer {
  /** From 1. */
  page: number;
  pagesize: number;
}

export const limitTo = ({ page, pagesize }: LibraryPage) =>
  sql`limit ${sql.lit(pagesize)} offset ${(page - 1) * pagesize}`;

/** Adds the time of a row to its JSON object. */
export const addTime = (json: string, member: 'playedat' | 'flaggedat', at: Date): string =>
  `${json.slice(0, -1)},"${member}":"${at.toISOString()}"}`;
