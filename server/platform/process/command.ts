import { isDiskFull } from './diskFull.ts';
import { printable, printableLines } from './printable.ts';
import { formatVersion } from './version.ts';

/** Wrong command-line arguments: exit code 2. */
export class UsageError extends Error {}

interface Output {
  write(text: string): unknown;
}

interface Terminal {
  args: string[];
  stdout: Output;
  stderr: Output;
}

/** `printLine` prints one line on stdout. */
type Run = (args: string[], printLine: (line: string) => void) => Promise<number | void>;

export async function runCommand(help: string, run: Run): Promise<void> {
  const { stdout, stderr, argv } = process;
  process.exitCode = await runInTerminal(help, run, { args: argv.slice(2), stdout, stderr });
}

/**
 * Runs a terminal command; prints `help` for --help, the version for --version. Returns the exit code: 0 or what `run`
 * returns; 1 with one sentence on stderr after an error; 2 for wrong usage, unknown options of `parseArgs` included.
 */
export async function runInTerminal(help: string, run: Run, { args, stdout, stderr }: Terminal): Promise<number> {
  const printLine = (line: string) => void stdout.write(`${printable(line)}\n`);
  if (args.includes('--help') || args.includes('-h')) {
    stdout.write(`${help.trim()}\n`);
    return 0;
  }
  if (args.includes('--version')) {
    printLine(await formatVersion());
    return 0;
  }
  try {
    return (await run(args, printLine)) ?? 0;
  } catch (reason) {
    const isUsage = isUsageError(reason);
    stderr.write(`${printableLines(formatError(reason))}${isUsage ? '\nUse --help for the options.' : ''}\n`);
    return isUsage ? 2 : 1;
  }
}

function isUsageError(reason: unknown): boolean {
  return (
    reason instanceof UsageError ||
    String((reason as { code?: unknown } | undefined)?.code).startsWith('ERR_PARSE_ARGS')
  );
}

function formatError(reason: unknown): string {
  if (reason instanceof AggregateError) return reason.errors.map(formatError).join(' ');
  const message = reason instanceof Error ? reason.message : String(reason);
  return isDiskFull(reason) ? `The disk is full (${message}): make room and try again.` : message;
}

/** A terminal sends Ctrl-C to npm and to what npm runs, and npm passes it on. */
const REPEATED_MS = 500;

/** Aborts at the first SIGTERM or SIGINT; a second one ends the process at once. */
export function createStopSignal(): AbortSignal {
  const controller = new AbortController();
  let interruptedAt = -Infinity;
  const stop = (signal: NodeJS.Signals) => {
    const isRepeated = signal === 'SIGINT' && performance.now() - interruptedAt < REPEATED_MS;
    if (controller.signal.aborted && !isRepeated) process.exit(1);
    interruptedAt = performance.now();
    controller.abort();
  };
  process.on('SIGTERM', stop).on('SIGINT', stop);
  return controller.signal;
}
