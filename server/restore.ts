import { resolve } from 'node:path';
import { restoreBackup } from './backup/restoreBackup.ts';
import { formatUsage, parseGiven } from './commands/command.ts';
import { restoreCommand } from './commands/programs.ts';
import { openDatabase, openStorage } from './platform/openContext.ts';
import { runCommand } from './platform/process/command.ts';
import { readConfig } from './platform/process/config.ts';
import { lockDataFolder } from './platform/process/dataFolder.ts';
import { openCommandLog } from './platform/process/log.ts';
import { openSecrets } from './platform/process/secrets.ts';

const help = `
Fills an empty database and an empty media store from a backup.

  ${formatUsage('npm run restore --', restoreCommand)}

The secret must be that of the installation: APP_SECRET, or the file "secret" in the data folder. A restore that was
interrupted starts again with the same command; until then the service does not start.

  --new-secret   accepts another secret, and ends all sessions, mailed links, codes and open invitations

Exit codes: 0 done, 1 failed, 2 wrong usage.
`;

async function restore(args: string[], printLine: (line: string) => void): Promise<void> {
  const { folder, 'new-secret': newSecret } = parseGiven('restore', restoreCommand, args);
  const config = readConfig(process.env);
  const lock = await lockDataFolder(config.dataDir);
  try {
    const log = openCommandLog(config);
    const { database, close } = await openDatabase(config, { log, onProgress: printLine });
    try {
      const storage = openStorage(config, log);
      const context = { ...database, storage, secrets: await openSecrets(config), now: () => new Date() };
      const { tables, files, damaged, takenAt } = await restoreBackup(context, resolve(folder), {
        newSecret,
        print: printLine,
      });
      printLine(`Restored ${tables.length} tables and ${files.count} files, as they were at ${takenAt}.`);
      if (damaged.length > 0) printLine(`Missing since before the backup: ${damaged.join(', ')}`);
    } finally {
      await close();
    }
  } finally {
    lock.release();
  }
}

await runCommand(help, restore);
