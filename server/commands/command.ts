import { type ParseArgsConfig, parseArgs } from 'node:util';
import { Email } from '@promenade/contract/email';
import { AccountName } from '@promenade/contract/operatorCatalogue';
import type { AppContext } from '../platform/context.ts';
import { UsageError } from '../platform/process/command.ts';

/** Prints a line for people or, with --json, the result as one JSON object; a line without a result is left out then. */
export type Print = (line: string, result?: object) => void;
export type Action = (context: AppContext, print: Print) => Promise<void>;

/** A command of `npm run operator`. */
export interface Command {
  /** Its name and arguments. */
  usage: string;
  /** Lines of the help. */
  summary: string[];
  /** Parses the arguments before the database is opened. @throws UsageError */
  parse(args: string[]): Action;
}

export type Commands = Record<string, Command>;

type OptionsConfig = NonNullable<ParseArgsConfig['options']>;

/** Parses options and exactly these positional arguments, each a name in `names`. */
export function parseArguments<Options extends OptionsConfig>(
  command: string,
  args: string[],
  names: string[],
  options: Options,
) {
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true, allowNegative: true });
  if (positionals.length !== names.length)
    throw new UsageError(`${command} needs ${names.length === 0 ? 'no argument' : names.join(' and ')}.`);
  return { values, positionals };
}

/** Parses positional arguments, flags, and options of which each takes all values up to the next one. */
export function parseLists<Name extends string>(args: string[], names: readonly Name[], flags: string[] = []) {
  const options = Object.fromEntries<{ type: 'string' | 'boolean'; multiple: boolean }>([
    ...names.map((name) => [name, { type: 'string', multiple: true }] as const),
    ...flags.map((name) => [name, { type: 'boolean', multiple: false }] as const),
  ]);
  const { tokens } = parseArgs({ args, options, allowPositionals: true, tokens: true });
  const lists = new Map<string, string[]>(names.map((name) => [name, []]));
  const positionals: string[] = [];
  const given = new Set<string>();
  let list: string[] = positionals;
  for (const token of tokens) {
    if (token.kind === 'option') {
      given.add(token.name);
      list = lists.get(token.name) ?? positionals;
    }
    if (token.kind !== 'option-terminator' && token.value !== undefined) list.push(token.value);
  }
  return { positionals, given, listOf: (name: Name): string[] => lists.get(name) ?? [] };
}

export function parseEmail<Options extends OptionsConfig>(command: string, args: string[], options: Options) {
  const { values, positionals } = parseArguments(command, args, ['one email address'], options);
  const email = Email.safeParse(positionals[0]);
  if (!email.success) throw new UsageError(`${command} needs one email address.`);
  return { email: email.data, values };
}

export function requireAccountName(command: string, text = ''): string {
  const name = AccountName.safeParse(text);
  if (!name.success) throw new UsageError(`${command} needs the address or playerid of an account.`);
  return name.data;
}
