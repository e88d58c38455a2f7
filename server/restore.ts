import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { restoreBackup } from './backup/restoreBackup.ts';
import { openDatabase, openStorage } from './platform/openContext.ts';
import { runCommand, UsageError } from './platform/process/command.ts';
import { readConfig } from './platform/process/config.ts';
import { lockDataFolder } from './platform/process/dataFolder.ts';
import { openCommandLog } from './platform/process/log.ts';
import { openSecrets } from './platform/process/secrets.ts';

const help = `
Fills an empty database and an empty media store from a backup.

  npm run restore -- FOLDER [--new-secret]

The secret must be that of the installation: APP_SECRET, or the file "secret" in the data folder. A restore that was
interrupted starts again with the same command; until then the service does not start.

  --new-secret   accepts another secret, and ends all sessions, mailed links, codes and open invitations

Exit codes: 0 done, 1 failed, 2 wrong usage.
`;

await runCommand(help, async (args, printLine) => {
  const options = { 'new-secret': { type: 'boolean', default: false } } as const;
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options });
  const [folder] = positionals;
  if (folder === undefined || positionals.length > 1) throw new UsageError('restore needs one folder.');
  const config = readConfig(process.env);
  const lock = await lockDataFolder(config.dataDir);
  try {
    const log = openCommandLog(config);
    const { database, close } = await openDatabase(config, { log, onProgress: printLine });
    try {
      const storage = openStorage(config, log);
      const context = { ...database, storage, secrets: await openSecrets(config), now: () => new Date() };
      const { tables, files, damaged, takenAt } = await restoreBackup(context, resolve(folder), {
        newSecret: values['new-secret'],
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
});
