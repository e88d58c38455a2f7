import { copyFilesTo, switchStorage } from '../backup/moveFiles.ts';
import type { AppContext } from '../platform/context.ts';
import { openStorage } from '../platform/openContext.ts';
import { UsageError } from '../platform/process/command.ts';
import { tryLockDataFolder } from '../platform/process/dataFolder.ts';
import { parseS3Url, type S3Location } from '../platform/storage/s3Location.ts';
import { type Commands, command, type Print, value } from './command.ts';

const MOVE = value('move', '"move"', (text) => (text === 'move' ? text : undefined), '"move" and a target');
/** Its location is undefined on disk. */
const TARGET = value('TARGET', 'a target', (text) => {
  try {
    return { s3: text === 'disk' ? undefined : parseS3Url(text) };
  } catch (reason) {
    throw new UsageError(`The target must be "disk", or it ${(reason as Error).message}.`);
  }
});

export const storageCommands: Commands = {
  storage: command({
    arguments: { move: MOVE, target: TARGET },
    summary:
      'copies all files to "disk" or to s3://bucket/… (as in STORAGE_URL), comparing the hash of each; run it again to continue. ' +
      'When the service is stopped, it also makes that the storage of the installation: then start with the new STORAGE_URL',
    run: (context, { target: { s3 } }, print) => move(context, s3, print),
  }),
};

async function move(context: AppContext, s3: S3Location | undefined, print: Print): Promise<void> {
  const { config, storage, log } = context;
  if (s3 && !config.s3Credentials) throw new Error('AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY must be set.');
  const target = openStorage({ ...config, s3 }, log);
  if (target.location === storage.location) throw new Error(`The files are in ${target.location} already.`);
  const lock = tryLockDataFolder(config.dataDir);
  try {
    const copied = await copyFilesTo(context, target, (problem) => print(problem, { problem }));
    const { location } = target;
    print(`Copied ${copied} files to ${location}.`, { location, copied, isUsed: lock !== undefined });
    if (!lock) return print('Stop the service on every node and run this again, to use them.');
    await switchStorage(context, target);
    print(
      `Start the service ${s3 ? 'with the new STORAGE_URL' : 'without STORAGE_URL'}. The former files stay: delete them later.`,
    );
  } finally {
    lock?.release();
  }
}
