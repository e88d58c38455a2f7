/** Asked for in a way that the help does not know: exit code 2. */
export class WrongUsage extends Error {}

/**
 * Runs a command of the terminal: prints `help` for --help; exit code 0, or the one returned; 1 with one sentence on
 * stderr when something was thrown; 2 for wrong usage, an unknown option of `parseArgs` included.
 */
export async function runCommand(help: string, run: (args: string[]) => Promise<number | void>): Promise<void> {
  const args = process.argv.slice(2);
  if (args.includes('--help') || args.includes('-h')) {
    process.stdout.write(`${help.trim()}\n`);
    return;
  }
  try {
    process.exitCode = (await run(args)) ?? 0;
  } catch (reason) {
    const usage = isWrongUsage(reason);
    process.stderr.write(`${sentence(reason)}${usage ? '\nSay --help for what is possible.' : ''}\n`);
    process.exitCode = usage ? 2 : 1;
  }
}

function isWrongUsage(reason: unknown): boolean {
  return (
    reason instanceof WrongUsage ||
    String((reason as { code?: unknown } | undefined)?.code).startsWith('ERR_PARSE_ARGS')
  );
}

function sentence(reason: unknown): string {
  if (reason instanceof AggregateError) return reason.errors.map(sentence).join(' ');
  return reason instanceof Error ? reason.message : String(reason);
}
