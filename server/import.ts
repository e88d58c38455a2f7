import { formatUsage, parseGiven } from './commands/command.ts';
import { importCommand } from './commands/programs.ts';
import { createTerminalReport } from './ingest/run/terminalReport.ts';
import { importPaths } from './ingest/uploads/importPaths.ts';
import { openContext } from './platform/openContext.ts';
import { runCommand, UsageError, wrap } from './platform/process/command.ts';
import { readConfig } from './platform/process/config.ts';
import { openCommandLog } from './platform/process/log.ts';
import { printableJson } from './platform/process/printable.ts';

const help = `
Imports audio into the catalogue.

${wrap(formatUsage('npm run import --', importCommand), 2).join('\n')}

To a release belong the smallest folder that holds all its audio, and what is in no other release's folder. Accepts WAV, FLAC,
AIFF, MP3, OGG and M4A with tags, a cover, and the other files of docs/delivery.md. Zips are unpacked, given themselves or in
a folder; halves of one folder (Album-001.zip, Album-002.zip) are one. Importing the same folder again changes nothing.

  --label NAME       the label that owns all releases, instead of tags and release.json
  --package NAME     the package that receives the releases, instead of release.json; repeatable. Without it and without
                     release.json they go to Everyone
  --create-packages  makes packages that do not exist; otherwise such a delivery is refused
  --available DATE   2026-11-27 (00:00 UTC) or 2026-11-27T09:00:00+01:00, instead of release.json (default: now)
  --replace          a release of the same label, artist and title with another UPC, id or audio is replaced
  --new              … is kept, and the delivery becomes a second release. Without --replace and --new it is refused
  --remove-tracks    a release that is delivered with fewer tracks than it has loses the others, which come back with their
                     listening when they are delivered within 30 days. Without it, the delivered recordings are
                     exchanged and everything else stays
  --yes              dates of a delivery count although a release comes out, ends or goes away by them. Without it such
                     a release keeps its dates
  --check            reads and decodes everything, says what an import with the same options would do, and changes
                     nothing
  --json             prints the result as JSON on stdout

A delivery with anything that looks like a release.json and is not exactly that is refused, because it may say who
receives it.

Exit codes: 0 everything was imported, or would be; 1 something was refused (each with its reason), 2 wrong usage.
`;

async function runImport(args: string[]): Promise<number> {
  const { paths, package: packages, ...values } = parseGiven('import', importCommand, args);
  if (values.replace && values.new) throw new UsageError('--replace and --new exclude each other.');
  const config = readConfig(process.env);
  const report = createTerminalReport(process.stderr);
  const log = openCommandLog(config, 'warn');
  const { context, close } = await openContext(config, {
    log,
    onProgress: report.print,
  });
  try {
    const settings = {
      label: values.label,
      packages: packages.length > 0 ? packages : undefined,
      createPackages: values['create-packages'],
      available: values.available,
      twins: values.replace ? 'replace' : values.new ? 'new' : 'refuse',
      confirmed: values.yes,
      fewer: values['remove-tracks'] ? 'remove' : 'exchange',
      isCheck: values.check,
      onProgress: report.progress,
      onWarning: report.warning,
      onOperatorWarning: report.warning,
      onError: (error: unknown) => log.error({ err: error }, 'Import error'),
    } as const;
    const result = await importPaths(context, paths, settings);
    report.end(result, values.check);
    if (values.json) process.stdout.write(`${printableJson(JSON.stringify(result))}\n`);
    return result.failed.length > 0 ? 1 : 0;
  } finally {
    await close();
  }
}

await runCommand(help, runImport);
