/** Codes of the system, of a quota, and of PostgreSQL. */
const CODES = ['ENOSPC', 'EDQUOT', '53100'];
/** Of the lock files. */
const SQLITE_FULL = 13;

/** Whether something failed because a disk is full. */
export function isDiskFull(reason: unknown): boolean {
  const { code, errcode } = (reason ?? {}) as { code?: unknown; errcode?: unknown };
  return CODES.includes(String(code)) || errcode === SQLITE_FULL;
}
