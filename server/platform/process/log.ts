import { createHmac, randomBytes } from 'node:crypto';
import { createRequire } from 'node:module';
import type { FastifyBaseLogger } from 'fastify';
import { type DestinationStream, pino, stdTimeFunctions } from 'pino';
import type pinoPretty from 'pino-pretty';
import { printableInJson } from './printable.ts';
import { getScope } from './scope.ts';

/** From the most to the least verbose. */
export const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

export type Log = FastifyBaseLogger;

const STDERR = 2;
/** The start of a JSON web token, which has three parts. A pattern of the parts would be slow for long texts of starts. */
const WEB_TOKEN = /eyJ[\w.-]*/g;
/** Personal access tokens (contract/tokens.ts). */
const API_TOKEN = /promenade_[\w-]{43}/g;
const hideTokens = (line: string): string =>
  line.replace(API_TOKEN, '[token]').replace(WEB_TOKEN, (text) => (text.split('.').length < 3 ? text : '[token]'));

/**
 * An address of mail, also with `%40`. Escapes of JSON are matched, so that none is taken for a part of an address; the
 * limits of RFC 5321 keep the search linear.
 */
const ESCAPE_OR_EMAIL =
  /\\(?:u[\da-f]{4}|.)|[\p{L}\p{N}._%+'-]{1,64}(?:@|%40)(?:[\p{L}\p{N}-]{1,63}\.){1,8}\p{L}[\p{L}\p{N}-]{1,62}/giu;
const HASH_LENGTH = 12;

interface LogOptions {
  /** Leaves addresses of mail as they are. */
  personal?: boolean;
  destination?: DestinationStream;
}

/** The keys by which logs hash addresses. */
const emailKeys = new WeakMap<Log, { current: Uint8Array }>();

export const openCommandLog = ({ logPersonal }: { logPersonal: boolean }, level: LogLevel = 'error'): Log =>
  openLog(level, !process.stderr.isTTY, { personal: logPersonal });

/**
 * Writes one line per event to stderr: JSON, or readable text for a terminal. Tokens and raw escapes are removed, addresses
 * of mail are hashed. A line that is written in the course of a request has its id. Writing is synchronous, so that the
 * last lines of a crash are not lost.
 */
export function openLog(
  level: LogLevel,
  json: boolean,
  { personal = false, destination = openStderr(json) }: LogOptions = {},
): Log {
  const key = { current: randomBytes(32) };
  const hideEmails = (line: string) =>
    line.replace(ESCAPE_OR_EMAIL, (found) => (found.startsWith('\\') ? found : hashEmail(key.current, found)));
  const log: Log = pino(
    {
      level,
      base: null,
      timestamp: stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      // The log of a request has its id already.
      mixin: (_fields, _level, logger) => {
        const requestid = getScope()?.requestid;
        return requestid === undefined || 'requestid' in logger.bindings() ? {} : { requestid };
      },
      hooks: {
        streamWrite: (line) => {
          const text = hideTokens(line);
          return printableInJson(personal ? text : hideEmails(text));
        },
      },
    },
    destination,
  );
  emailKeys.set(log, key);
  return log;
}

/** Makes a log hash addresses by a key of the installation, so that each node and start gives the same hash. */
export function setEmailKey(log: Log, key: Uint8Array): void {
  const emailKey = emailKeys.get(log);
  if (emailKey) emailKey.current = key;
}

function hashEmail(key: Uint8Array, email: string): string {
  const address = email.replace(/%40/i, '@').toLowerCase();
  return `[email ${createHmac('sha256', key).update(address).digest('base64url').slice(0, HASH_LENGTH)}]`;
}

function openStderr(json: boolean): DestinationStream {
  if (json) return pino.destination({ fd: STDERR, sync: true });
  const require = createRequire(import.meta.url);
  const pretty = require('pino-pretty') as typeof pinoPretty;
  return pretty({ destination: STDERR, sync: true, translateTime: 'SYS:HH:MM:ss' });
}

export const createSilentLog = (): Log => pino({ level: 'silent' });
