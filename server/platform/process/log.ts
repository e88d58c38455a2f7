import type { FastifyBaseLogger } from 'fastify';
import { type DestinationStream, pino, stdTimeFunctions } from 'pino';
import pretty from 'pino-pretty';
import { printableInJson } from './printable.ts';

/** From the most to the least verbose. */
export const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

export type Log = FastifyBaseLogger;

const STDERR = 2;
/** JSON web tokens. */
const TOKEN = /eyJ[\w-]+\.[\w-]+\.[\w-]*/g;

/**
 * Writes one line per event to stderr: JSON, or readable text for a terminal. Tokens and raw escapes are removed. Writing is
 * synchronous, so that the last lines of a crash are not lost.
 */
export function openLog(level: LogLevel, json: boolean, destination: DestinationStream = openStderr(json)): Log {
  return pino(
    {
      level,
      base: null,
      timestamp: stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      hooks: { streamWrite: (line) => printableInJson(line.replace(TOKEN, '[token]')) },
    },
    destination,
  );
}

const openStderr = (json: boolean): DestinationStream =>
  json
    ? pino.destination({ fd: STDERR, sync: true })
    : pretty({ destination: STDERR, sync: true, translateTime: 'SYS:HH:MM:ss' });

export const createSilentLog = (): Log => pino({ level: 'silent' });
