import type { FastifyBaseLogger } from 'fastify';

/** Quietest last. */
export const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

/** What the service says about itself; the shape that Fastify takes. */
export type Log = FastifyBaseLogger;

/** A line per event on stderr, so that stdout keeps what was asked for: JSON for machines, text on a terminal. */
export function openLog(
  level: LogLevel,
  json: boolean,
  write = (line: string) => void process.stderr.write(line),
): Log {
  return logger({ level, json, write }, {});
}

/** For what nobody reads. */
export const silentLog = (): Log => openLog('silent', true);

type Fields = Record<string, unknown>;
interface Sink {
  level: string;
  json: boolean;
  write: (line: string) => void;
}

function logger(sink: Sink, bound: Fields): Log {
  const from = logLevels.indexOf(sink.level as LogLevel);
  const at = (level: LogLevel) =>
    logLevels.indexOf(level) < from ? () => {} : (...said: unknown[]) => print(sink, level, bound, said);
  return {
    level: sink.level,
    trace: at('trace'),
    debug: at('debug'),
    info: at('info'),
    warn: at('warn'),
    error: at('error'),
    fatal: at('fatal'),
    silent: () => {},
    child: (more: Fields) => logger(sink, { ...bound, ...more }),
  } as Log;
}

/** Called as `(text)`, `(fields, text)` or `(error, text)`. */
function print({ json, write }: Sink, level: LogLevel, bound: Fields, [first, second]: unknown[]): void {
  const text = typeof first === 'string' ? first : typeof second === 'string' ? second : '';
  const given = first instanceof Error ? { err: first } : typeof first === 'object' && first !== null ? first : {};
  const fields: Fields = { ...bound, ...given };
  if (fields['err'] instanceof Error) fields['err'] = plain(fields['err']);
  const time = new Date().toISOString();
  if (json) return write(`${JSON.stringify({ time, level, msg: text, ...fields })}\n`);
  const rest = Object.keys(fields).length > 0 ? ` ${JSON.stringify(fields)}` : '';
  write(`${time.slice(11, 19)} ${level} ${text}${rest}\n`);
}

const plain = ({ name, message, stack, ...rest }: Error) => ({ name, message, stack, ...rest });
