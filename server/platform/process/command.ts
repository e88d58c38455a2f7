import { isDiskFull } from './diskFull.ts';
import { printable, printableLines } from './printable.ts';
import { formatVersion } from './version.ts';

/** Prints one line on stdout. */
export const printLine = (line: string): void => void process.stdout.write(`${printable(line)}\n`);

/** Wrong command-line arguments: exit code 2. */
export class UsageError extends Error {}

/**
 * Runs a terminal command; prints `help` for --help, the version for --version. Exit codes: 0 or what `run` returns; 1
 * with one sentence on stderr after an error; 2 for wrong usage, unknown options of `parseArgs` included.
 */
export async function runCommand(help: string, run: (args: string[]) => Promise<number | void>): Promise<void> {
  const args = process.argv.slice(2);
  if (args.includes('--help') || args.includes('-h')) {
    process.stdout.write(`${help.trim()}\n`);
    return;
  }
  if (args.includes('--version')) return printLine(await formatVersion());
  try {
    process.exitCode = (await run(args)) ?? 0;
  } catch (reason) {
    const isUsage = isUsageError(reason);
    process.stderr.write(`${printableLines(formatError(reason))}${isUsage ? '\nUse --help for the options.' : ''}\n`);
    process.exitCode = isUsage ? 2 : 1;
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
