import { readFile } from 'node:fs/promises';
import { routes } from '@promenade/contract';
import type { Route } from '@promenade/contract/route';
import { uploadCalls } from '../ingest/uploads/deliveries.ts';

/** All calls that declare what they refuse, by name. */
export const listCalls = () => Object.entries<Route>({ ...routes, uploadCalls });

/**
 * What calls declare, and no test of the run saw.
 * @param file with a line `call CODE` for each refusal that was seen
 */
export async function listUnseenRefusals(file: string): Promise<string[]> {
  const lines = new Set((await readFile(file, 'utf8')).split('\n'));
  const declared = listCalls().flatMap(([name, { refuses = [] }]) => refuses.map((code) => `${name} ${code}`));
  return declared.filter((pair) => !lines.has(pair));
}
