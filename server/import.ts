import { parseArgs } from 'node:util';
import { parseAvailable } from './ingest/available.ts';
import { importFolders } from './ingest/importFolders.ts';
import { reportProgress } from './ingest/report.ts';
import { openWorld } from './platform/openContext.ts';
import { runCommand, WrongUsage } from './platform/process/command.ts';
import { readConfig } from './platform/process/config.ts';
import { openLog } from './platform/process/log.ts';

const help = `
Brings real audio into the catalogue.

  npm run import -- PATH… [--label NAME] [--package NAME]… [--available DATE] [--json]

A folder with audio becomes a release; a folder of folders, one release each. WAV, FLAC, AIFF, MP3, OGG and M4A with their
tags, a cover, and what docs/delivery.md describes beside them. Importing the same folder again changes nothing.

  --label NAME       the label of everything that is imported, whatever tags and release.json say
  --package NAME     who may hear it: this package; may be given several times. Without it what release.json says, else Everyone
  --available DATE   from when: 2026-11-27 (00:00 UTC) or 2026-11-27T09:00:00+01:00. Without it what release.json says, else now
  --json             prints the result as JSON on stdout

Ends with 0 when everything was taken, 1 when something was not (each named with its reason), 2 when asked wrongly.
`;

await runCommand(help, async (args) => {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      label: { type: 'string' },
      package: { type: 'string', multiple: true },
      available: { type: 'string' },
      json: { type: 'boolean', default: false },
    },
  });
  if (positionals.length === 0) throw new WrongUsage('Say which folder to import.');
  const named = [...(values.label === undefined ? [] : [values.label]), ...(values.package ?? [])];
  if (named.some((name) => name.trim() === '')) throw new WrongUsage('A label or package needs a name.');
  const available = values.available === undefined ? undefined : parseAvailable(values.available);
  const config = readConfig(process.env);
  const report = reportProgress(process.stderr);
  const { context, close } = await openWorld(config, { log: openLog('warn', !process.stderr.isTTY), say: report.say });
  try {
    const settings = {
      label: values.label,
      packages: values.package,
      available,
      onProgress: report.progress,
      onWarning: report.warning,
    };
    const result = await importFolders(context, positionals, settings);
    report.end(result);
    if (values.json) process.stdout.write(`${JSON.stringify(result)}\n`);
    return result.failed.length > 0 ? 1 : 0;
  } finally {
    await close();
  }
});
