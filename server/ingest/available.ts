import * as z from 'zod/mini';
import { WrongUsage } from '../platform/process/command.ts';

/** A bare day means 00:00 UTC. @throws WrongUsage when it is neither a day nor an instant with its zone */
export function parseAvailable(text: string): Date {
  const read = z.union([z.iso.date(), z.iso.datetime({ offset: true })]).safeParse(text);
  if (!read.success) throw new WrongUsage(`"${text}" is no date: say 2026-11-27 or 2026-11-27T09:00:00+01:00.`);
  return new Date(read.data);
}
