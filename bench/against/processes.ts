import { readFile } from 'node:fs/promises';

/** Linux counts in hundredths of a second. Source: proc_pid_stat(5) */
const TICKS_PER_SECOND = 100;

/** Seconds of processor time of a process since its start, and of those of its children that have ended. */
export async function readOwnSeconds(pid: number): Promise<number> {
  const line = await readFile(`/proc/${pid}/stat`, 'utf8');
  // Splits after the name of the program, which may contain spaces. Fields 14 to 17 are utime, stime, cutime and cstime.
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS_PER_SECOND;
}

/** The same with all running children, such as the embedded PostgreSQL and its processes. */
export async function readAllSeconds(pid: number): Promise<number> {
  const children = (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).split(' ').filter(Boolean);
  let seconds = await readOwnSeconds(pid);
  // One that ended meanwhile is counted by its parent from now on.
  for (const child of children) seconds += await readAllSeconds(Number(child)).catch(() => 0);
  return seconds;
}

/** Private memory in MB: pages of no other process. Source: proc_pid_smaps(5) */
export async function readPrivateMegabytes(pid: number): Promise<number> {
  const text = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8');
  const kilobytes = [...text.matchAll(/^Private_(?:Clean|Dirty):\s+(\d+)/gm)].map(([, value]) => Number(value));
  return kilobytes.reduce((sum, value) => sum + value, 0) / 1_000;
}
