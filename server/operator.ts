import { operate, operatorHelp } from './commands/operate.ts';
import { runCommand } from './platform/process/command.ts';

await runCommand(operatorHelp, (options, printLine) => operate(options, process.env, printLine));
