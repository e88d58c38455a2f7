import { accessSync, constants, statSync } from 'node:fs';
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import type { Site } from '@promenade/contract/site';
import * as z from 'zod/mini';
import { parseS3Url } from '../storage/s3Location.ts';
import { logLevels } from './log.ts';
import { findMisspelt } from './misspelt.ts';

/** docs/operations.md describes each variable. */
export type Config = ReturnType<typeof readConfig>;

const SECRET_MIN = 32;
const SECRET_DISTINCT_MIN = 10;
const GIGABYTE = 1024 ** 3;

const text = (isValid: (value: string) => boolean, message: string) =>
  z.string().check(z.refine((value) => isValid(value), message));
const oneOf = <const Words extends readonly string[]>(words: Words) =>
  z.enum(words, `must be one of ${words.join(', ')}`);
const isUrl = (value: string, schemes: string[]) => schemes.includes(URL.parse(value)?.protocol ?? '');
/** Without a host PostgreSQL's own variables would name the server; `host` as a parameter is the folder of a socket. */
const isDatabase = (value: string) =>
  isUrl(value, ['postgres:', 'postgresql:']) && Boolean(new URL(value).host || new URL(value).searchParams.get('host'));
const hasItsFiles = (value: string) =>
  ['sslrootcert', 'sslcert', 'sslkey'].every((name) => {
    const path = URL.parse(value)?.searchParams.get(name);
    return !path || isFile(path, constants.R_OK);
  });
const isPort = (value: string) => /^\d{1,5}$/.test(value) && Number(value) <= 65_535;
const isHost = (value: string) => isIP(value) !== 0 || /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(value);
const isStrong = (value: string) => value.length >= SECRET_MIN && new Set(value).size >= SECRET_DISTINCT_MIN;
const isNetwork = (value: string) => z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]).safeParse(value).success;
/** Larger than any private network (10.0.0.0/8, fc00::/7), also when it is IPv4 written as IPv6 (::ffff:0.0.0.0/96). */
function isHugeNetwork(value: string): boolean {
  const [address = '', bits = '128'] = value.split('/');
  if (!address.includes(':')) return Number(bits) < 8;
  return Number(bits) < (new URL(`http://[${address}]`).hostname.startsWith('[::') ? 104 : 7);
}
const isLimit = (value: string) => /^[1-9]\d{0,6}$/.test(value);
const limit = (normal: string) => z._default(text(isLimit, 'must be a number from 1 to 9999999'), normal);
const port = text(isPort, 'must be a number from 0 to 65535');
const host = z._default(text(isHost, 'must be an address or a host name'), '127.0.0.1');
const secret = text(isStrong, `must be at least ${SECRET_MIN} random characters`);
const toggle = (normal: '0' | '1') => z._default(oneOf(['0', '1']), normal);
const isMegabytes = (value: string) => /^\d{1,8}$/.test(value);
const isStopDelay = (value: string) => /^\d{1,3}$/.test(value) && Number(value) <= 300;
/** `//host` would be a page of another site. */
const isLink = (value: string) => /^\/(?![/\\])/.test(value) || isUrl(value, ['http:', 'https:', 'mailto:']);
const link = z._default(text(isLink, 'must be an address or a path of this site'), '');

const Environment = z.object({
  HOST: host,
  PORT: z._default(port, '4040'),
  DATA_DIR: z._default(z.string(), './data'),
  PUBLIC_URL: z.optional(
    text((value) => isUrl(value, ['http:', 'https:']), 'must be an http or https address').check(
      z.refine((value) => !/[?#@\s]/.test(value), 'must not have a user, a query, a fragment or spaces'),
    ),
  ),
  DATABASE_URL: z.optional(
    text(isDatabase, 'must be a postgres:// address with a host').check(
      z.refine(hasItsFiles, 'names a certificate or key that is not a readable file'),
    ),
  ),
  DATABASE_READ_URL: z._default(
    text((value) => parseList(value).every(isDatabase), 'must be a list of postgres:// addresses, with commas'),
    '',
  ),
  DEMO: z.optional(oneOf(['0', '1', 'short'])),
  STORAGE_URL: z.optional(
    z.pipe(
      z.string(),
      z.transform((value, { issues }) => {
        try {
          return parseS3Url(value);
        } catch (reason) {
          issues.push({ code: 'custom', message: (reason as Error).message, input: value });
          return z.NEVER;
        }
      }),
    ),
  ),
  AWS_ACCESS_KEY_ID: z.optional(z.string()),
  AWS_SECRET_ACCESS_KEY: z.optional(z.string()),
  AWS_SESSION_TOKEN: z.optional(z.string()),
  APP_SECRET: z.optional(secret),
  SMTP_URL: z.optional(
    text(
      (value) => isMailServer(value),
      'must be smtp:// or smtps:// with a host, and user and password percent-encoded',
    ),
  ),
  MAIL_FROM: z.optional(
    text((value) => parseSender(value) !== undefined, 'must be an email address, or a name and an address in <>'),
  ),
  BOUNCE_ADDRESS: z.optional(
    text(isBounceAddress, 'must be an email address with one * in its local part, which has 16 characters beside'),
  ),
  MAIL_PER_SECOND: z.optional(text(isLimit, 'must be a number from 1 to 9999999')),
  DKIM_DOMAIN: z.optional(text(isHost, 'must be a domain')),
  DKIM_SELECTOR: z.optional(text(isHost, 'must be the name of a DNS record')),
  DKIM_KEY_FILE: z.optional(text((value) => isFile(value, constants.R_OK), 'must be a readable file')),
  BOUNCE_IMAP_URL: z.optional(
    text(
      (value) => isMailServer(value, ['imap:', 'imaps:']) && Boolean(URL.parse(value)?.username),
      'must be imap:// or imaps:// with a host, and user and password percent-encoded',
    ),
  ),
  TRUST_PROXY: z.optional(
    text((value) => parseList(value).every(isNetwork), 'must be a list of addresses or networks, with commas').check(
      z.refine((value) => !parseList(value).some(isHugeNetwork), 'must not trust everybody: name your proxies alone'),
    ),
  ),
  STOP_DELAY: z._default(text(isStopDelay, 'must be a number of seconds from 0 to 300'), '0'),
  FFMPEG_PATH: z.optional(text(isExecutable, 'must be the path of an executable program')),
  LOG_LEVEL: z._default(oneOf(logLevels), 'info'),
  LOG_PERSONAL: toggle('0'),
  ACCESS_LOG: toggle('0'),
  METRICS_PORT: z.optional(port),
  METRICS_HOST: host,
  METRICS_TOKEN: z.optional(secret),
  HEALTH_PORT: z.optional(port),
  FREE_SPACE_MIN_MB: z._default(text(isMegabytes, 'must be a number from 0 to 99999999'), '100'),
  OTEL_EXPORTER_OTLP_ENDPOINT: z.optional(
    text((value) => isUrl(value, ['http:', 'https:']), 'must be an http or https address'),
  ),
  DOWNLOADS: toggle('1'),
  DOWNLOADS_PER_HOUR: limit('1000'),
  ZIPS_PER_HOUR: limit('200'),
  LISTENS_MONTHS: limit('24'),
  UPLOAD_FILE_MAX_GB: limit('2'),
  DELIVERY_MAX_GB: limit('20'),
  DELIVERY_FILES_MAX: limit('300'),
  DELIVERIES_OPEN_MAX: limit('5'),
  UPLOADS_AT_ONCE_MAX: limit('3'),
  DELIVERY_DAYS: limit('30'),
  NODE_ENV: z.optional(z.string()),
  SUPPORT_EMAIL: z._default(z.union([z.literal(''), z.email()], 'must be an email address'), ''),
  SUPPORT_URL: link,
  PRIVACY_URL: link,
  COMPANY_URL: link,
  TERMS_URL: link,
  COMPANY_NAME: z._default(z.string().check(z.maxLength(200, 'must be at most 200 characters')), ''),
  APPLY_ACCOUNT_URL: link,
  MORE_MUSIC_URL: link,
});

/** An empty variable counts as absent. @throws one sentence that names the first invalid or misspelt variable */
export function readConfig(environment: NodeJS.ProcessEnv) {
  const variables = Object.fromEntries(Object.entries(environment).filter(([, value]) => value));
  const misspelt = findMisspelt(Object.keys(variables), Object.keys(Environment.shape));
  if (misspelt) throw new Error(`${misspelt.name} is not a setting; did you mean ${misspelt.meant}?`);
  const parsed = Environment.safeParse(variables);
  if (!parsed.success) {
    const issue = parsed.error.issues[0];
    throw new Error(`${String(issue?.path[0])} ${issue?.message}.`);
  }
  const env = parsed.data;
  if (env.DATABASE_URL && !env.APP_SECRET) {
    throw new Error('APP_SECRET must be set together with DATABASE_URL: all nodes must sign tokens with the same one.');
  }
  if (env.DATABASE_READ_URL && !env.DATABASE_URL)
    throw new Error('DATABASE_READ_URL must be set together with DATABASE_URL: its servers are replicas of that one.');
  if (env.SMTP_URL && !env.MAIL_FROM)
    throw new Error('MAIL_FROM must be set together with SMTP_URL: it is the sender of all mails.');
  const { DKIM_DOMAIN: domain, DKIM_SELECTOR: selector, DKIM_KEY_FILE: keyFile } = env;
  const dkim = domain && selector && keyFile ? { domain, selector, keyFile } : undefined;
  if ((domain || selector || keyFile) && !dkim)
    throw new Error('DKIM_DOMAIN, DKIM_SELECTOR and DKIM_KEY_FILE must be set together.');
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = env;
  const s3Credentials =
    accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey, sessionToken: env.AWS_SESSION_TOKEN } : undefined;
  if (env.STORAGE_URL && !s3Credentials)
    throw new Error('AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY must be set together with STORAGE_URL.');
  const site: Site = {
    supportEmail: env.SUPPORT_EMAIL,
    supportUrl: env.SUPPORT_URL,
    privacyUrl: env.PRIVACY_URL,
    companyUrl: env.COMPANY_URL,
    termsUrl: env.TERMS_URL,
    companyName: env.COMPANY_NAME,
    applyAccountUrl: env.APPLY_ACCOUNT_URL || '/signup',
    moreMusicUrl: env.MORE_MUSIC_URL,
  };
  return {
    host: env.HOST,
    /** 0: any free port. */
    port: Number(env.PORT),
    dataDir: resolve(env.DATA_DIR),
    /** As browsers write it, without a trailing slash; undefined: built from host and port. */
    publicUrl: env.PUBLIC_URL && new URL(env.PUBLIC_URL).href.replace(/\/+$/, ''),
    /** Undefined: the embedded server. */
    databaseUrl: env.DATABASE_URL,
    /** Undefined: files are in the data folder. */
    s3: env.STORAGE_URL,
    /** Undefined without keys in the environment. */
    s3Credentials,
    /** Streaming replicas, for reads that may be some seconds old. */
    databaseReadUrls: env.DATABASE_READ_URL ? parseList(env.DATABASE_READ_URL) : [],
    /** Undefined: `planDemo` decides. */
    demo: env.DEMO === undefined ? undefined : env.DEMO !== '0',
    /** No song of the demo is longer than tests need. */
    demoIsShort: env.DEMO === 'short',
    /** Undefined: a file in the data folder. */
    appSecret: env.APP_SECRET,
    /** Undefined: mails are written to the outbox folder. */
    smtpUrl: env.SMTP_URL,
    mailFrom: parseSender(env.MAIL_FROM ?? '') ?? { name: 'Promenade', address: 'no-reply@promenade.example' },
    /** The address of return with * for the key of the mail; undefined: that of `mailFrom`. */
    bounceAddress: env.BOUNCE_ADDRESS,
    /** Undefined: as fast as the mail server takes them; for each node. */
    mailPerSecond: env.MAIL_PER_SECOND === undefined ? undefined : Number(env.MAIL_PER_SECOND),
    /** Undefined: mails are not signed. */
    dkim,
    /** The mailbox of returned mails. */
    bounceImapUrl: env.BOUNCE_IMAP_URL,
    /** Addresses and networks of the reverse proxies. */
    trustProxy: env.TRUST_PROXY !== undefined && parseList(env.TRUST_PROXY),
    /** How long `ready` answers 503 before a stopping service closes its port. */
    stopDelaySeconds: Number(env.STOP_DELAY),
    /** Undefined: searched on the PATH. */
    ffmpegPath: env.FFMPEG_PATH,
    logLevel: env.LOG_LEVEL,
    /** Whether the log has email addresses unhashed and network addresses in full. */
    logPersonal: env.LOG_PERSONAL === '1',
    accessLog: env.ACCESS_LOG === '1',
    metrics: {
      isOn: env.METRICS_PORT !== undefined || env.METRICS_TOKEN !== undefined,
      /** 0: any free port. */
      port: env.METRICS_PORT === undefined ? undefined : Number(env.METRICS_PORT),
      host: env.METRICS_HOST,
      /** When set, requests for metrics must carry it, and metrics are served on PORT, too. */
      token: env.METRICS_TOKEN,
    },
    /** A port for health checks alone, for workers; 0: any free port. */
    healthPort: env.HEALTH_PORT === undefined ? undefined : Number(env.HEALTH_PORT),
    freeSpaceMinMegabytes: Number(env.FREE_SPACE_MIN_MB),
    /** Undefined: no traces. */
    tracesUrl: env.OTEL_EXPORTER_OTLP_ENDPOINT && `${env.OTEL_EXPORTER_OTLP_ENDPOINT.replace(/\/+$/, '')}/v1/traces`,
    /** Turns all downloads on or off (requirement C-ROLE-02). */
    downloads: env.DOWNLOADS === '1',
    /** Limits of each account, which a working day never meets. */
    listensMonths: Number(env.LISTENS_MONTHS),
    downloadsPerHour: Number(env.DOWNLOADS_PER_HOUR),
    zipsPerHour: Number(env.ZIPS_PER_HOUR),
    deliveries: {
      fileBytesMax: Number(env.UPLOAD_FILE_MAX_GB) * GIGABYTE,
      bytesMax: Number(env.DELIVERY_MAX_GB) * GIGABYTE,
      filesMax: Number(env.DELIVERY_FILES_MAX),
      /** Of one person. */
      openMax: Number(env.DELIVERIES_OPEN_MAX),
      /** Of one person and node. */
      uploadsAtOnceMax: Number(env.UPLOADS_AT_ONCE_MAX),
      /** An open delivery that nobody touched for so long is discarded. */
      days: Number(env.DELIVERY_DAYS),
    },
    production: env.NODE_ENV === 'production',
    site,
  };
}

/** Whether only this machine can reach the host. */
export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));

/** The URL of the service without a trailing slash; 0.0.0.0 and :: become 127.0.0.1. */
export function getServiceUrl({ publicUrl, host }: Pick<Config, 'publicUrl' | 'host'>, port: number): string {
  if (publicUrl) return publicUrl;
  const name = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `http://${isIP(name) === 6 ? `[${name}]` : name}:${port}`;
}

/** Fills links and names that are not configured with example values. */
export function buildDemoSite(site: Site): Site {
  const examples: Site = {
    supportEmail: 'support@promenade.example',
    supportUrl: 'https://promenade.example/support',
    privacyUrl: 'https://promenade.example/privacy',
    companyUrl: 'https://promenade.example',
    termsUrl: 'https://promenade.example/terms',
    companyName: 'Promenade',
    applyAccountUrl: '/signup',
    moreMusicUrl: 'https://promenade.example/more',
  };
  return { ...examples, ...Object.fromEntries(Object.entries(site).filter(([, value]) => value !== '')) };
}

const parseList = (value: string) => value.split(',').map((part) => part.trim());

/** `Name <address>`, `"Name, Inc." <address>` or an address alone. */
function parseSender(value: string): { name: string; address: string } | undefined {
  const [, name = '', inBrackets] = /^"?([^"<>\r\n]*?)"?\s*<([^<>\s]+)>$/.exec(value.trim()) ?? [];
  const address = inBrackets ?? value.trim();
  return z.email().safeParse(address).success ? { name, address } : undefined;
}

/** The local part of an address has at most 64 characters (RFC 5321 §4.5.3.1.1), 48 of which are the key. */
function isBounceAddress(value: string): boolean {
  const [before = '', after, ...others] = value.split('*');
  const [local = '', domain] = (after ?? '').split('@');
  return (
    others.length === 0 &&
    before.length + local.length <= 16 &&
    z.email().safeParse(`${before}a${local}@${domain}`).success
  );
}

function isMailServer(value: string, schemes = ['smtp:', 'smtps:']): boolean {
  const url = URL.parse(value);
  if (!url?.hostname || !schemes.includes(url.protocol)) return false;
  try {
    decodeURIComponent(url.username + url.password);
    return true;
  } catch {
    return false;
  }
}

export function isExecutable(path: string): boolean {
  return isFile(path, constants.X_OK);
}

function isFile(path: string, access: number): boolean {
  try {
    accessSync(path, access);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
