import { verifyFiles } from '../backup/verifyFiles.ts';
import type { AppContext } from '../platform/context.ts';
import type { Print } from './command.ts';

/** @throws one sentence when a file is missing or wrong; each is printed before */
export async function verifyStoredFiles(context: AppContext, print: Print): Promise<void> {
  const result = await verifyFiles(context, (problem) => print(problem, { problem }));
  const { files, bytes, damaged } = result;
  const megabytes = Math.round(bytes / 1024 ** 2);
  if (damaged > 0) throw new Error(`${damaged} of ${files} files are missing or wrong: restore them from a backup.`);
  print(`All ${files} files (${megabytes} MB) are complete.`, result);
}
