import { accountCommands } from './operator/accountCommands.ts';
import { auditCommands } from './operator/auditCommands.ts';
import type { Commands, Print } from './operator/command.ts';
import { mediaCommands } from './operator/mediaCommands.ts';
import { personalDataCommands } from './operator/personalDataCommands.ts';
import { releaseCommands } from './operator/releaseCommands.ts';
import { statusCommand } from './operator/statusCommand.ts';
import { storageCommands } from './operator/storageCommands.ts';
import { openContext } from './platform/openContext.ts';
import { printLine, runCommand, UsageError } from './platform/process/command.ts';
import { readConfig } from './platform/process/config.ts';
import { openCommandLog } from './platform/process/log.ts';

/** In the order of the help. */
const commands: Commands = {
  ...statusCommand,
  ...accountCommands,
  ...releaseCommands,
  ...auditCommands,
  ...mediaCommands,
  ...storageCommands,
  ...personalDataCommands,
};

const COLUMN = 18;

function formatHelp(): string {
  const entries = Object.values(commands).flatMap(({ usage, summary }) => {
    const lines = summary.map((line) => ' '.repeat(COLUMN) + line);
    const head = `  ${usage}`;
    const first = lines[0] ?? '';
    return head.length < COLUMN - 1 ? [head + first.slice(head.length), ...lines.slice(1)] : [head, ...lines];
  });
  return `
Manages an installation; the service may run meanwhile.

npm run operator -- COMMAND … [--json]
${entries.join('\n')}

ACCOUNT is an address or a playerid. RELEASE is a releaseid, a UPC, or an exact title when only one release has it.
--json prints each result as one JSON object a line.
Exit codes: 0 done, 1 failed, 2 wrong usage.
`;
}

const JSON_OPTION = '--json';

const printResult: Print = (_line, result) => {
  if (result) printLine(JSON.stringify(result));
};

await runCommand(formatHelp(), async (options) => {
  const [name = '', ...args] = options.filter((option) => option !== JSON_OPTION);
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) throw new UsageError(`The command must be one of ${Object.keys(commands).join(', ')}.`);
  const act = command.parse(args);
  const config = readConfig(process.env);
  const { context, close } = await openContext(config, {
    log: openCommandLog(config),
  });
  try {
    await act(context, options.includes(JSON_OPTION) ? printResult : printLine);
  } finally {
    await close();
  }
});
