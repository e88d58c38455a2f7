import { constants } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
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
  for (const signal of SIGNALS) process.on(signal, endBySignal);
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

/** Lines of at most 116 characters behind so many spaces. */
export const wrap = (text: string, indent: number): string[] =>
  Array.from(text.matchAll(new RegExp(`(.{1,${116 - indent}})(?: |$)`, 'g')), ([, line]) => ' '.repeat(indent) + line);

/** A terminal, `timeout` and npm send one stop to a process several times: to its group, and once more to itself. */
const REPEATED_MS = 1_000;
const SIGNALS = ['SIGTERM', 'SIGINT'] as const;
const LAST_STEPS_MS = 5_000;

const lastSteps = new Set<() => Promise<void>>();

/** Adds what this process does before a signal ends it without an orderly stop. Returns a function that removes it. */
export function addLastStep(step: () => Promise<void>): () => void {
  lastSteps.add(step);
  return () => void lastSteps.delete(step);
}

/** Ends this process after its last steps, whatever else still runs. */
export async function endProcess(code: number): Promise<void> {
  const steps = Promise.allSettled([...lastSteps].map((step) => step()));
  await Promise.race([steps, pause(LAST_STEPS_MS)]);
  process.exit(code);
}

const endBySignal = (signal: NodeJS.Signals) => void endProcess(128 + constants.signals[signal]);

/** Aborts at the first SIGTERM or SIGINT; a second one, a second later or more, ends the process without waiting. */
export function createStopSignal(): AbortSignal {
  const controller = new AbortController();
  let stoppedAt = Number.POSITIVE_INFINITY;
  const stop = () => {
    if (performance.now() - stoppedAt > REPEATED_MS) void endProcess(1);
    if (controller.signal.aborted) return;
    stoppedAt = performance.now();
    controller.abort();
  };
  for (const signal of SIGNALS) process.off(signal, endBySignal).on(signal, stop);
  return controller.signal;
}
