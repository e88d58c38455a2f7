import { accessSync, constants } from 'node:fs';
import { BlockList, isIP } from 'node:net';
import { resolve } from 'node:path';
import type { Site } from '@promenade/contract/site';
import * as z from 'zod/mini';
import { type LogLevel, logLevels } from './log.ts';

/** What the environment decides; docs/operations.md describes each variable. */
export interface Config {
  host: string;
  /** 0: any free one. */
  port: number;
  /** Absolute. */
  dataDir: string;
  /** Without a slash at the end; undefined: made from host and port. */
  publicUrl: string | undefined;
  /** Undefined: the embedded server. */
  databaseUrl: string | undefined;
  /** Undefined: not said, so the database and the host decide. */
  demo: boolean | undefined;
  /** Undefined: a file in the data folder. */
  appSecret: string | undefined;
  /** `smtp://` or `smtps://`; undefined: mails go to the outbox. */
  smtpUrl: string | undefined;
  /** Sender of every mail. */
  mailFrom: { name: string; address: string };
  /** Addresses and networks of the proxies in front. */
  trustProxy: string[] | false;
  /** Undefined: found on the path, where there is one. */
  ffmpegPath: string | undefined;
  logLevel: LogLevel;
  /** The switch over all downloads (C-ROLE-02). */
  downloads: boolean;
  /** NODE_ENV=production: nothing made for trying out may run. */
  production: boolean;
  site: Site;
}

const SECRET_MIN = 32;
const SECRET_DISTINCT_MIN = 10;

/** Variables of features that a later version brings: refused, because ignoring them would look like obeying. */
const later = {
  DATABASE_READ_URL: 'reading from a replica is not there yet',
  STORAGE_URL: 'media are kept on disk only, so far',
};

const isUrl = (text: string, schemes: string[]) => schemes.includes(URL.parse(text)?.protocol ?? '');
const url = z.string().check(z.refine((text) => isUrl(text, ['http:', 'https:']), 'must be an http or https address'));
const link = z._default(
  z
    .string()
    .check(
      z.refine(
        (text) => text.startsWith('/') || isUrl(text, ['http:', 'https:', 'mailto:']),
        'must be an address or a path of this site',
      ),
    ),
  '',
);
const oneOf = <const Words extends readonly string[]>(words: Words) =>
  z.enum(words, `must be one of ${words.join(', ')}`);

const Environment = z.object({
  HOST: z._default(z.string().check(z.refine(isHost, 'must be an address or a host name')), '127.0.0.1'),
  PORT: z._default(z.string().check(z.refine(isPort, 'must be a number from 0 to 65535')), '4040'),
  DATA_DIR: z._default(z.string(), './data'),
  PUBLIC_URL: z.optional(url.check(z.refine((text) => !/[?#]/.test(text), 'must not have a query or a fragment'))),
  DATABASE_URL: z.optional(
    z.string().check(z.refine((text) => isUrl(text, ['postgres:', 'postgresql:']), 'must be a postgres:// address')),
  ),
  DEMO: z.optional(oneOf(['0', '1'])),
  APP_SECRET: z.optional(z.string().check(z.refine(isStrong, `must be at least ${SECRET_MIN} random characters`))),
  SMTP_URL: z.optional(
    z
      .string()
      .check(z.refine(isMailServer, 'must be smtp:// or smtps:// with a host, and user and password percent-encoded')),
  ),
  MAIL_FROM: z.optional(
    z
      .string()
      .check(
        z.refine((text) => readSender(text) !== undefined, 'must be an email address, or a name and an address in <>'),
      ),
  ),
  TRUST_PROXY: z.optional(
    z
      .string()
      .check(z.refine((text) => list(text).every(isNetwork), 'must be a list of addresses or networks, with commas')),
  ),
  FFMPEG_PATH: z.optional(z.string().check(z.refine(isProgram, 'must name a program that can be run'))),
  LOG_LEVEL: z._default(oneOf(logLevels), 'info'),
  DOWNLOADS: z._default(oneOf(['0', '1']), '1'),
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

/** @throws one sentence that names the first variable at fault; an empty variable counts as absent */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  );
  for (const [name, why] of Object.entries(later)) {
    if (given[name] !== undefined) throw new Error(`${name} cannot be used: ${why}.`);
  }
  const read = Environment.safeParse(given);
  if (!read.success) {
    const issue = read.error.issues[0];
    throw new Error(`${String(issue?.path[0])} ${issue?.message}.`);
  }
  const env = read.data;
  if (env.DATABASE_URL && !env.APP_SECRET) {
    throw new Error('APP_SECRET must be set together with DATABASE_URL: every node signs with the same one.');
  }
  if (env.SMTP_URL && !env.MAIL_FROM)
    throw new Error('MAIL_FROM must be set together with SMTP_URL: it is who mails come from.');
  return {
    host: env.HOST,
    port: Number(env.PORT),
    dataDir: resolve(env.DATA_DIR),
    publicUrl: env.PUBLIC_URL?.replace(/\/+$/, ''),
    databaseUrl: env.DATABASE_URL,
    demo: env.DEMO === undefined ? undefined : env.DEMO === '1',
    appSecret: env.APP_SECRET,
    smtpUrl: env.SMTP_URL,
    mailFrom: readSender(env.MAIL_FROM ?? '') ?? { name: 'Promenade', address: 'no-reply@promenade.example' },
    trustProxy: env.TRUST_PROXY === undefined ? false : list(env.TRUST_PROXY),
    ffmpegPath: env.FFMPEG_PATH,
    logLevel: env.LOG_LEVEL,
    downloads: env.DOWNLOADS === '1',
    production: env.NODE_ENV === 'production',
    site: {
      supportEmail: env.SUPPORT_EMAIL,
      supportUrl: env.SUPPORT_URL,
      privacyUrl: env.PRIVACY_URL,
      companyUrl: env.COMPANY_URL,
      termsUrl: env.TERMS_URL,
      companyName: env.COMPANY_NAME,
      applyAccountUrl: env.APPLY_ACCOUNT_URL || '/signup',
      moreMusicUrl: env.MORE_MUSIC_URL,
    },
  };
}

/** Only this machine can reach such a host. */
export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));

/** Where a browser finds the service; an address that means "all" is shown as this machine. */
export function addressOf({ publicUrl, host }: Pick<Config, 'publicUrl' | 'host'>, port: number): string {
  if (publicUrl) return publicUrl;
  const name = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  return `http://${isIP(name) === 6 ? `[${name}]` : name}:${port}`;
}

/** The links and names that the demo shows where nothing was configured. */
export function demoSite(site: Site): Site {
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
  const given = Object.entries(site).filter(([, value]) => value !== '');
  return { ...examples, ...Object.fromEntries(given) };
}

const list = (text: string) => text.split(',').map((part) => part.trim());

function isPort(text: string): boolean {
  return /^\d{1,5}$/.test(text) && Number(text) <= 65_535;
}

function isHost(text: string): boolean {
  return isIP(text) !== 0 || /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(text);
}

function isStrong(text: string): boolean {
  return text.length >= SECRET_MIN && new Set(text).size >= SECRET_DISTINCT_MIN;
}

/** `Name <address>`, `"Name, Inc." <address>` or an address alone. */
function readSender(text: string): Config['mailFrom'] | undefined {
  const [, name = '', inBrackets] = /^"?([^"<>\r\n]*?)"?\s*<([^<>\s]+)>$/.exec(text.trim()) ?? [];
  const address = inBrackets ?? text.trim();
  return z.email().safeParse(address).success ? { name, address } : undefined;
}

function isMailServer(text: string): boolean {
  const url = URL.parse(text);
  if (!url?.hostname || !['smtp:', 'smtps:'].includes(url.protocol)) return false;
  try {
    decodeURIComponent(url.username + url.password);
    return true;
  } catch {
    return false;
  }
}

function isNetwork(text: string): boolean {
  const [address = '', bits, more] = text.split('/');
  const family = isIP(address);
  if (family === 0 || more !== undefined) return false;
  if (bits === undefined) return true;
  try {
    new BlockList().addSubnet(address, /^\d+$/.test(bits) ? Number(bits) : -1, family === 6 ? 'ipv6' : 'ipv4');
    return true;
  } catch {
    return false;
  }
}

/** Whether this path names something that can be run. */
export function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
