import type { FastifyBaseLogger } from 'fastify';
import { pino, stdTimeFunctions } from 'pino';
import pretty from 'pino-pretty';

/** Quietest last. */
export const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

/** What the service says about itself. */
export type Log = FastifyBaseLogger;

const STDERR = 2;

/** A line per event on stderr, so that stdout keeps what was asked for: JSON for machines, text on a terminal. */
export function openLog(level: LogLevel, json: boolean): Log {
  const options = { level, base: null, timestamp: stdTimeFunctions.isoTime, formatters: { level: (label: string) => ({ level: label }) } };
  // Written at once: what a dying process said last is what matters.
  return json
    ? pino(options, pino.destination({ fd: STDERR, sync: true }))
    : pino(options, pretty({ destination: STDERR, sync: true, translateTime: 'SYS:HH:MM:ss' }));
}

/** For what nobody reads. */
export const silentLog = (): Log => pino({ level: 'silent' });
