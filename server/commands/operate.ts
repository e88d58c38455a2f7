import { StateRefusal } from '../catalogue/releaseLife.ts';
import { openContext } from '../platform/openContext.ts';
import { wrap } from '../platform/process/command.ts';
import { readConfig } from '../platform/process/config.ts';
import { openCommandLog } from '../platform/process/log.ts';
import { accountCommands } from './accountCommands.ts';
import { auditCommands } from './auditCommands.ts';
import { type Commands, formatUsage, type Print, prepare } from './command.ts';
import { documentCommands } from './documentCommands.ts';
import { labelCommands } from './labelCommands.ts';
import { mailCommands } from './mailCommands.ts';
import { mediaCommands } from './mediaCommands.ts';
import { nameCommands } from './nameCommands.ts';
import { profileCommands } from './profileCommands.ts';
import { releaseCommands } from './releaseCommands.ts';
import { statusCommand } from './statusCommand.ts';
import { storageCommands } from './storageCommands.ts';

/** In the order of the help. */
export const commands: Commands = {
  ...statusCommand,
  ...accountCommands,
  ...profileCommands,
  ...labelCommands,
  ...nameCommands,
  ...releaseCommands,
  ...documentCommands,
  ...auditCommands,
  ...mailCommands,
  ...mediaCommands,
  ...storageCommands,
};

const COLUMN = 18;

function formatHelp(): string {
  const entries = Object.entries(commands).flatMap(([name, command]) => {
    const head = wrap(formatUsage(name, command), 2).join('\n');
    const [first = '', ...others] = wrap(command.summary, COLUMN);
    return head.length < COLUMN - 1 ? [head + first.slice(head.length), ...others] : [head, first, ...others];
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

export const operatorHelp = formatHelp();

/** The operator command. @throws UsageError */
export async function operate(
  options: string[],
  env: NodeJS.ProcessEnv,
  printLine: (line: string) => void,
): Promise<void> {
  const act = prepare(
    commands,
    options.filter((option) => option !== JSON_OPTION),
  );
  const config = readConfig(env);
  const { context, close } = await openContext(config, { log: openCommandLog(config) });
  const printResult: Print = (_line, result) => {
    if (result) printLine(JSON.stringify(result));
  };
  try {
    await act(context, options.includes(JSON_OPTION) ? printResult : printLine);
  } catch (error) {
    throw error instanceof StateRefusal ? new Error(`${error.message} Confirm it with --yes.`) : error;
  } finally {
    await close();
  }
}
