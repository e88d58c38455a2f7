import { parseArgs } from 'node:util';
import { Instant } from '@promenade/contract/delivery';
import { Email } from '@promenade/contract/email';
import { AccountName } from '@promenade/contract/operatorCatalogue';
import type { AppContext } from '../platform/context.ts';
import { UsageError } from '../platform/process/command.ts';

/** Prints a line for people or, with --json, the result as one JSON object; a line without a result is left out then. */
export type Print = (line: string, result?: object) => void;
export type Action = (context: AppContext, print: Print) => Promise<void>;

/** An argument, or the value of an option. */
interface Value<T> {
  /** In the usage: `RELEASE`. */
  name: string;
  /** What a command needs that lacks it: `one release`. */
  one: string;
  /** What it needs instead of a wrong one. */
  instead: string;
  /** Returns undefined for a wrong text. */
  parse(text: string): T | undefined;
}
type Optional<T> = Value<T> & { count: 'optional' };
/** `many`: all arguments that follow, an option that may be repeated; `list`: an option with all values up to the next. */
type Many<T> = Value<T> & { count: 'many' | 'list' };
type Parameter = Value<unknown> & { count?: 'optional' | 'many' | 'list' };
/** With the default `true` it is given as --no-…; without a default it is undefined unless it is given. */
type Flag = { type: 'boolean'; default?: boolean };

type Argument<P> = P extends Many<infer T> ? T[] : P extends Optional<infer T> ? T | undefined : Only<P>;
type Only<P> = P extends Value<infer T> ? T : never;
type Option<P> = P extends Flag ? Switch<P> : P extends Many<infer T> ? T[] : Only<P> | undefined;
type Switch<F> = F extends { default: boolean } ? boolean : boolean | undefined;
type Given<A, O> = { [K in keyof A]: Argument<A[K]> } & { [K in keyof O]: Option<O[K]> };

type Parameters = Record<string, Parameter>;
type Options = Record<string, Parameter | Flag>;
type None = Record<never, never>;
/** What is given behind the name of a command. */
interface Shape<A = Parameters, O = Options> {
  arguments?: A;
  options?: O;
}

interface Declaration<A, O> extends Shape<A, O> {
  summary: string;
  /** Returns what is wrong with what was given, before the database is opened. @throws UsageError */
  check?(given: Given<A, O>): string | false;
  run(context: AppContext, given: Given<A, O>, print: Print): Promise<void>;
}

/** Usage, help, parsing and the row in docs/operations.md follow from it. */
export type Command = Declaration<Parameters, Options>;
/** By name, which may have two words. */
export type Commands = Record<string, Command>;

export function command<A extends Parameters = None, O extends Options = None>(declaration: Declaration<A, O>) {
  return declaration as unknown as Command;
}

export function value(name: string, one: string): Value<string>;
export function value<T>(name: string, one: string, parse: Value<T>['parse'], instead?: string): Value<T>;
export function value(name: string, one: string, parse: Value<unknown>['parse'] = String, instead = one) {
  return { name, one, parse, instead };
}
export const optional = <T>(kind: Value<T>) => ({ ...kind, count: 'optional' }) as const;
export const many = <T>(kind: Value<T>) => ({ ...kind, count: 'many' }) as const;
export const list = <T>(kind: Value<T>) => ({ ...kind, count: 'list' }) as const;
export const flag = { type: 'boolean', default: false } as const;

const parseAccount = (text: string) => AccountName.safeParse(text).data;
export const ACCOUNT = value('ACCOUNT', 'one account', parseAccount, 'the address or playerid of an account');
export const EMAIL = value('EMAIL', 'one email address', (text) => Email.safeParse(text).data);
export const RELEASE = value('RELEASE', 'one release');
export const LABEL = value('LABEL', 'one label');
export const PACKAGE = value('PACKAGE', 'one package');
export const NAME = value('NAME', 'one name', (text) => text.trim() || undefined);
export const TEXT = value('TEXT', 'a text in quotes');
export const FILE = value('FILE', 'one file');
/** `2027-01-31` (UTC) or an ISO 8601 instant. */
export const DATE = value('DATE', 'one date', (text) => {
  const parsed = Instant.safeParse(text);
  if (!parsed.success) throw new UsageError(`"${text}" is no date: use 2027-01-31 or 2027-01-31T12:00:00Z.`);
  return new Date(parsed.data);
});

/** Finds the command and parses what it was given. @throws UsageError */
export function prepare(commands: Commands, args: string[]): Action {
  const [first = '', second = '', ...rest] = args;
  const name = [`${first} ${second}`, first].find((name) => Object.hasOwn(commands, name)) ?? '';
  const command = commands[name];
  if (!command) throw new UsageError(formatUnknown(Object.keys(commands), first));
  const given = parseGiven(name, command, name === first ? args.slice(1) : rest);
  const wrong = command.check?.(given);
  if (wrong) throw new UsageError(wrong);
  return (context, print) => command.run(context, given, print);
}

function formatUnknown(names: string[], first: string): string {
  const verbs = names.filter((name) => name.startsWith(`${first} `)).map((name) => name.slice(first.length + 1));
  if (verbs.length > 0) return `${first} needs ${verbs.join(', ').replace(/, (\w+)$/, ' or $1')}.`;
  return `The command must be one of ${[...new Set(names.map((name) => name.split(' ')[0]))].join(', ')}.`;
}

/** @throws UsageError */
export function parseGiven<A extends Parameters = None, O extends Options = None>(
  name: string,
  { arguments: parameters, options }: Shape<A, O>,
  args: string[],
): Given<A, O> {
  const kinds = Object.entries<Parameter>(parameters ?? {});
  const optionKinds = Object.entries<Parameter | Flag>(options ?? {});
  const config = optionKinds.map(([option, kind]): [string, Flag | { type: 'string'; multiple: true }] => [
    option,
    'type' in kind ? kind : { type: 'string', multiple: true },
  ]);
  const allow = { allowPositionals: true, allowNegative: true, tokens: true } as const;
  const { tokens, ...parsed } = parseArgs({ args, options: Object.fromEntries(config), ...allow });
  const values: Record<string, unknown> = parsed.values;
  const texts: string[] = [];
  let target = texts;
  for (const token of tokens) {
    if (token.kind === 'option') target = isList(options?.[token.name]) ? (values[token.name] as string[]) : texts;
    if (token.kind === 'positional') target.push(token.value);
  }
  const isTooMuch = texts.length > kinds.length && !kinds.some(([, kind]) => isMany(kind));
  if (isTooMuch || kinds.some(([, kind], at) => kind.count !== 'optional' && texts[at] === undefined))
    throw new UsageError(`${name} needs ${formatNeeds(kinds.map(([, kind]) => kind))}.`);
  const read = (owner: string, kind: Parameter, given: string[]) => {
    const parsed = given.map((text) => kind.parse(text));
    if (parsed.includes(undefined)) throw new UsageError(`${owner} needs ${kind.instead}.`);
    return isMany(kind) ? parsed : parsed.at(-1);
  };
  return Object.fromEntries([
    ...kinds.map(([key, kind], at) => [key, read(name, kind, texts.slice(at, isMany(kind) ? undefined : at + 1))]),
    ...optionKinds.map(([key, kind]) => [
      key,
      'type' in kind ? values[key] : read(`--${key}`, kind, (values[key] ?? []) as string[]),
    ]),
  ]) as Given<A, O>;
}

const isMany = (kind?: Parameter) => kind?.count === 'many' || kind?.count === 'list';
const isList = (kind?: Parameter | Flag) => kind !== undefined && 'count' in kind && kind.count === 'list';

function formatNeeds(kinds: Parameter[]): string {
  const required = kinds.filter(({ count }) => count !== 'optional').map(({ one }) => one);
  const others = kinds.filter(({ count }) => count === 'optional').map(({ one }) => `at most ${one}`);
  const needs = [required.join(', ').replace(/, ([^,]+)$/, ' and $1'), ...others];
  return needs.filter(Boolean).join(', and ') || 'no argument';
}

/** `approve EMAIL [--package NAME]… [--verified]` */
export function formatUsage(name: string, { arguments: parameters = {}, options = {} }: Shape): string {
  const formatArgument = (kind: Parameter) =>
    kind.count === 'optional' ? `[${kind.name}]` : `${kind.name}${isMany(kind) ? '…' : ''}`;
  const given = [...Object.values(parameters).map(formatArgument), ...Object.entries(options).map(formatOption)];
  return [name, ...given].join(' ');
}

function formatOption([option, kind]: [string, Parameter | Flag]): string {
  if ('type' in kind) return `[--${kind.default ? 'no-' : ''}${option}]`;
  const text = `[--${option} ${kind.name}${isList(kind) ? ' …' : ''}]`;
  return kind.count === 'many' ? `${text}…` : text;
}
