import type { FastifyBaseLogger } from 'fastify';
import { type DestinationStream, pino, stdTimeFunctions } from 'pino';
import pretty from 'pino-pretty';

/** Quietest last. */
export const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

/** What the service says about itself. */
export type Log = FastifyBaseLogger;

const STDERR = 2;

/**
 * A line per event on stderr, so that stdout keeps what was asked for: JSON for machines, text on a terminal. Tokens
 * never get into it, whoever wrote the line. Each is written at once: what a dying process said last is what matters.
 */
export function openLog(level: LogLevel, json: boolean, to: DestinationStream = stderr(json)): Log {
  return pino(
    {
      level,
      base: null,
      timestamp: stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      hooks: { streamWrite: (line) => line.replace(TOKEN, '[token]') },
    },
    to,
  );
}

/** Signed tokens, by the way each begins. */
const TOKEN = /eyJ[\w-]+\.[\w-]+\.[\w-]*/g;

const stderr = (json: boolean): DestinationStream =>
  json
    ? pino.destination({ fd: STDERR, sync: true })
    : pretty({ destination: STDERR, sync: true, translateTime: 'SYS:HH:MM:ss' });

/** For what nobody reads. */
export const silentLog = (): Log => pino({ level: 'silent' });
