import { realpath } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { createBackup } from './backup/createBackup.ts';
import { formatUsage, parseGiven } from './commands/command.ts';
import { backupCommand } from './commands/programs.ts';
import { openContext } from './platform/openContext.ts';
import { runCommand } from './platform/process/command.ts';
import { readConfig } from './platform/process/config.ts';
import { openCommandLog } from './platform/process/log.ts';

const help = `
Copies the whole installation into a folder; the service may run meanwhile.

  ${formatUsage('npm run backup --', backupCommand)}

The folder is new, or has an earlier backup: files that it has are not copied again. It holds everything except the
secret, mails that are not sent yet among it: keep it as safe as the installation, and keep the secret elsewhere.

  --check   reads the files of earlier backups too, and copies those again that have changed

Exit codes: 0 everything is in the backup, 1 failed, or some files of the installation are missing or wrong (each is
named, the backup has the others), 2 wrong usage.
`;

async function backUp(args: string[], printLine: (line: string) => void): Promise<void> {
  const { folder, check } = parseGiven('backup', backupCommand, args);
  const config = readConfig(process.env);
  if (await isInside(folder, config.dataDir))
    throw new Error(`${folder} is inside the data folder, with which it would be lost: choose another one.`);
  const { context, close } = await openContext(config, {
    log: openCommandLog(config),
  });
  try {
    const { files, damaged, tables } = await createBackup(context, resolve(folder), {
      check,
      print: printLine,
    });
    printLine(
      `The backup has ${tables.length} tables and ${files.count} files (${Math.round(files.bytes / 1024 ** 2)} MB).`,
    );
    printLine('It is as secret as the installation. The secret itself is not in it: keep APP_SECRET elsewhere.');
    if (damaged.length > 0) throw new Error(`${damaged.length} files are missing or wrong and are not in the backup.`);
  } finally {
    await close();
  }
}

/** Also when a link leads there. */
async function isInside(folder: string, outer: string): Promise<boolean> {
  const path = relative(await followLinks(outer), await followLinks(folder));
  return path !== '..' && !path.startsWith(`..${sep}`) && !isAbsolute(path);
}

/** Resolves the part of the path that exists. The rest may be created later; a path below a file is refused later. */
async function followLinks(path: string): Promise<string> {
  const absolute = resolve(path);
  return realpath(absolute).catch(async (reason) => {
    if (dirname(absolute) === absolute) throw reason;
    return join(await followLinks(dirname(absolute)), basename(absolute));
  });
}

await runCommand(help, backUp);
