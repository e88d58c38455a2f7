import { statfs } from 'node:fs/promises';

/** Of the fullest of some folders; one that is missing counts as empty. */
export async function getFreeBytes(folders: string[]): Promise<number> {
  const disks = await Promise.all(folders.map((folder) => statfs(folder).catch(() => undefined)));
  return Math.min(...disks.map((disk) => (disk ? disk.bavail * disk.bsize : Number.POSITIVE_INFINITY)));
}

/** Codes of the system, of a quota, and of PostgreSQL. */
const CODES = ['ENOSPC', 'EDQUOT', '53100'];
/** The code of SQLite, which locks files for this service. */
const SQLITE_FULL = 13;

/** Whether something failed because a disk is full. */
export function isDiskFull(reason: unknown): boolean {
  const { code, errcode } = (reason ?? {}) as { code?: unknown; errcode?: unknown };
  return CODES.includes(String(code)) || errcode === SQLITE_FULL;
}
