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

/** An environment variable, and what its text means; `read` throws what is wrong with it. */
const setting = <Value, const Normal = undefined>(
  variable: string,
  read: (text: string) => Value,
  normal?: Normal,
) => ({
  variable,
  read,
  normal: normal as Normal,
});
type Setting = ReturnType<typeof setting<unknown, unknown>>;

function checked(isValid: (text: string) => boolean, message: string) {
  return (text: string): string => {
    if (!isValid(text)) throw new Error(message);
    return text;
  };
}
const number =
  (min: number, max: number, unit = '') =>
  (text: string): number => {
    if (!/^\d{1,8}$/.test(text) || Number(text) < min || Number(text) > max)
      throw new Error(`must be a number${unit} from ${min} to ${max}`);
    return Number(text);
  };
const oneOf =
  <const Word extends string>(...words: Word[]) =>
  (text: string): Word => {
    const word = words.find((word) => word === text);
    if (word === undefined) throw new Error(`must be one of ${words.join(', ')}`);
    return word;
  };
const isUrl = (value: string, schemes: string[]) => schemes.includes(URL.parse(value)?.protocol ?? '');
/** Without a host PostgreSQL's own variables would name the server; `host` as a parameter is the folder of a socket. */
const isDatabase = (value: string) =>
  isUrl(value, ['postgres:', 'postgresql:']) && Boolean(new URL(value).host || new URL(value).searchParams.get('host'));
const hasItsFiles = (value: string) =>
  ['sslrootcert', 'sslcert', 'sslkey'].every((name) => {
    const path = URL.parse(value)?.searchParams.get(name);
    return !path || isFile(path, constants.R_OK);
  });
const isEmail = (value: string) => z.email().safeParse(value).success;
const isHost = (value: string) => isIP(value) !== 0 || /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(value);
const isStrong = (value: string) => value.length >= SECRET_MIN && new Set(value).size >= SECRET_DISTINCT_MIN;
const isNetwork = (value: string) => z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]).safeParse(value).success;
/** Larger than any private network (10.0.0.0/8, fc00::/7), also when it is IPv4 written as IPv6 (::ffff:0.0.0.0/96). */
function isHugeNetwork(value: string): boolean {
  const [address = '', bits = '128'] = value.split('/');
  if (!address.includes(':')) return Number(bits) < 8;
  return Number(bits) < (new URL(`http://[${address}]`).hostname.startsWith('[::') ? 104 : 7);
}
const limit = number(1, 9_999_999);
const port = number(0, 65_535);
const host = checked(isHost, 'must be an address or a host name');
const secret = checked(isStrong, `must be at least ${SECRET_MIN} random characters`);
const toggle = (text: string) => oneOf('0', '1')(text) === '1';
const webAddress = checked((value) => isUrl(value, ['http:', 'https:']), 'must be an http or https address');
/** `//host` would be a page of another site. */
const isLink = (value: string) => /^\/(?![/\\])/.test(value) || isUrl(value, ['http:', 'https:', 'mailto:']);
const link = checked(isLink, 'must be an address or a path of this site');
const isClean = checked((value) => !/[?#@\s]/.test(value), 'must not have a user, a query, a fragment or spaces');
const hasFiles = checked(hasItsFiles, 'names a certificate or key that is not a readable file');
const database = checked(isDatabase, 'must be a postgres:// address with a host');
const databases = checked(
  (value) => parseList(value).every(isDatabase),
  'must be a list of postgres:// addresses, with commas',
);
const mailUrl = (schemes: string, isValid: (value: string) => boolean) =>
  checked(isValid, `must be ${schemes} with a host, and user and password percent-encoded`);
const isMailbox = (value: string) => isMailServer(value, ['imap:', 'imaps:']) && Boolean(URL.parse(value)?.username);
const networks = checked(
  (value) => parseList(value).every(isNetwork),
  'must be a list of addresses or networks, with commas',
);
const someNetworks = checked(
  (value) => !parseList(value).some(isHugeNetwork),
  'must not trust everybody: name your proxies alone',
);

const settings = {
  host: setting('HOST', host, '127.0.0.1'),
  /** 0: any free port. */
  port: setting('PORT', port, 4040),
  dataDir: setting('DATA_DIR', (path) => resolve(path), resolve('./data')),
  /** As browsers write it, without a trailing slash; undefined: built from host and port. */
  publicUrl: setting('PUBLIC_URL', (text) => new URL(isClean(webAddress(text))).href.replace(/\/+$/, '')),
  /** Undefined: the embedded server. */
  databaseUrl: setting('DATABASE_URL', (text) => hasFiles(database(text))),
  /** Streaming replicas, for reads that may be some seconds old. */
  databaseReadUrls: setting('DATABASE_READ_URL', (text) => parseList(databases(text)), [] as string[]),
  demo: setting('DEMO', oneOf('0', '1', 'short')),
  /** Undefined: files are in the data folder. */
  s3: setting('STORAGE_URL', parseS3Url),
  aws: {
    accessKeyId: setting('AWS_ACCESS_KEY_ID', String),
    secretAccessKey: setting('AWS_SECRET_ACCESS_KEY', String),
    sessionToken: setting('AWS_SESSION_TOKEN', String),
  },
  /** Undefined: a file in the data folder. */
  appSecret: setting('APP_SECRET', secret),
  /** Undefined: mails are written to the outbox folder. */
  smtpUrl: setting(
    'SMTP_URL',
    mailUrl('smtp:// or smtps://', (value) => isMailServer(value)),
  ),
  mailFrom: setting('MAIL_FROM', requireSender, { name: 'Promenade', address: 'no-reply@promenade.example' }),
  /** The address of return with * for the key of the mail; undefined: that of `mailFrom`. */
  bounceAddress: setting(
    'BOUNCE_ADDRESS',
    checked(isBounceAddress, 'must be an email address with one * in its local part, which has 16 characters beside'),
  ),
  /** Undefined: as fast as the mail server takes them; for each node. */
  mailPerSecond: setting('MAIL_PER_SECOND', limit),
  dkim: {
    domain: setting('DKIM_DOMAIN', checked(isHost, 'must be a domain')),
    selector: setting('DKIM_SELECTOR', checked(isHost, 'must be the name of a DNS record')),
    keyFile: setting(
      'DKIM_KEY_FILE',
      checked((path) => isFile(path, constants.R_OK), 'must be a readable file'),
    ),
  },
  /** The mailbox of returned mails. */
  bounceImapUrl: setting('BOUNCE_IMAP_URL', mailUrl('imap:// or imaps://', isMailbox)),
  /** Addresses and networks of the reverse proxies. */
  trustProxy: setting('TRUST_PROXY', (text) => parseList(someNetworks(networks(text))), false),
  /** How long `ready` answers 503 before a stopping service closes its port. */
  stopDelaySeconds: setting('STOP_DELAY', number(0, 300, ' of seconds'), 0),
  /** Undefined: searched on the PATH. */
  ffmpegPath: setting('FFMPEG_PATH', checked(isExecutable, 'must be the path of an executable program')),
  /** Whether sound may be marked. */
  markSound: setting('MARK_SOUND', (text) => oneOf('off', 'on')(text) === 'on', false),
  logLevel: setting('LOG_LEVEL', oneOf(...logLevels), 'info'),
  /** Whether the log has email addresses unhashed and network addresses in full. */
  logPersonal: setting('LOG_PERSONAL', toggle, false),
  accessLog: setting('ACCESS_LOG', toggle, false),
  metrics: {
    /** 0: any free port. */
    port: setting('METRICS_PORT', port),
    host: setting('METRICS_HOST', host, '127.0.0.1'),
    /** When set, requests for metrics must carry it, and metrics are served on PORT, too. */
    token: setting('METRICS_TOKEN', secret),
  },
  /** A port for health checks alone, for workers; 0: any free port. */
  healthPort: setting('HEALTH_PORT', port),
  freeSpaceMinMegabytes: setting('FREE_SPACE_MIN_MB', number(0, 99_999_999), 100),
  /** Undefined: no traces. */
  tracesUrl: setting('OTEL_EXPORTER_OTLP_ENDPOINT', (text) => `${webAddress(text).replace(/\/+$/, '')}/v1/traces`),
  /** Turns all downloads on or off (requirement C-ROLE-02). */
  downloads: setting('DOWNLOADS', toggle, true),
  /** Whether downloads as FLAC are made of imported songs. */
  flac: setting('FLAC', toggle, false),
  /** Limits of each account, which a working day never meets. */
  downloadsPerHour: setting('DOWNLOADS_PER_HOUR', limit, 1000),
  zipsPerHour: setting('ZIPS_PER_HOUR', limit, 200),
  listensMonths: setting('LISTENS_MONTHS', limit, 24),
  deliveryBytesMax: setting('DELIVERY_MAX_GB', (text) => limit(text) * GIGABYTE, 20 * GIGABYTE),
  production: setting('NODE_ENV', (text) => text === 'production', false),
  site: {
    supportEmail: setting('SUPPORT_EMAIL', checked(isEmail, 'must be an email address'), ''),
    supportUrl: setting('SUPPORT_URL', link, ''),
    privacyUrl: setting('PRIVACY_URL', link, ''),
    companyUrl: setting('COMPANY_URL', link, ''),
    termsUrl: setting('TERMS_URL', link, ''),
    companyName: setting(
      'COMPANY_NAME',
      checked(({ length }) => length <= 200, 'must be at most 200 characters'),
      '',
    ),
    applyAccountUrl: setting('APPLY_ACCOUNT_URL', link, '/signup'),
    moreMusicUrl: setting('MORE_MUSIC_URL', link, ''),
  },
};

interface SettingTree {
  [key: string]: Setting | SettingTree;
}
type Values<Tree> = Tree extends { read(text: string): infer Value; normal: infer Normal }
  ? Value | Normal
  : { [Key in keyof Tree]: Values<Tree[Key]> };

const isSetting = (node: Setting | SettingTree): node is Setting => typeof node['read'] === 'function';

const listSettings = (tree: SettingTree): string[] =>
  Object.values(tree).flatMap((node) => (isSetting(node) ? [node.variable] : listSettings(node)));

export const settingNames = listSettings(settings);

function readSettings<Tree extends SettingTree>(tree: Tree, variables: NodeJS.ProcessEnv): Values<Tree> {
  const entries = Object.entries(tree).map(([key, node]) => {
    if (!isSetting(node)) return [key, readSettings(node, variables)];
    const text = variables[node.variable];
    try {
      return [key, text === undefined ? node.normal : node.read(text)];
    } catch (reason) {
      throw new Error(`${node.variable} ${(reason as Error).message}.`);
    }
  });
  return Object.fromEntries(entries) as Values<Tree>;
}

/** An empty variable counts as absent. @throws one sentence that names the first invalid or misspelt variable */
export function readConfig(environment: NodeJS.ProcessEnv) {
  const env = Object.fromEntries(Object.entries(environment).filter(([, value]) => value));
  const misspelt = findMisspelt(Object.keys(env), settingNames);
  if (misspelt) throw new Error(`${misspelt.name} is not a setting; did you mean ${misspelt.meant}?`);
  const { demo, aws, dkim, metrics, deliveryBytesMax, ...config } = readSettings(settings, env);
  if (config.databaseUrl && !config.appSecret) {
    throw new Error('APP_SECRET must be set together with DATABASE_URL: all nodes must sign tokens with the same one.');
  }
  if (config.databaseReadUrls.length > 0 && !config.databaseUrl)
    throw new Error('DATABASE_READ_URL must be set together with DATABASE_URL: its servers are replicas of that one.');
  if (config.smtpUrl && !env['MAIL_FROM'])
    throw new Error('MAIL_FROM must be set together with SMTP_URL: it is the sender of all mails.');
  const { domain, selector, keyFile } = dkim;
  const signing = domain && selector && keyFile ? { domain, selector, keyFile } : undefined;
  if ((domain || selector || keyFile) && !signing)
    throw new Error('DKIM_DOMAIN, DKIM_SELECTOR and DKIM_KEY_FILE must be set together.');
  const { accessKeyId, secretAccessKey, sessionToken } = aws;
  const s3Credentials = accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey, sessionToken } : undefined;
  if (config.s3 && !s3Credentials)
    throw new Error('AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY must be set together with STORAGE_URL.');
  return {
    ...config,
    /** Undefined: `planDemo` decides. */
    demo: demo && demo !== '0',
    /** No song of the demo is longer than tests need. */
    demoIsShort: demo === 'short',
    /** Undefined without keys in the environment. */
    s3Credentials,
    /** Undefined: mails are not signed. */
    dkim: signing,
    metrics: { ...metrics, isOn: metrics.port !== undefined || metrics.token !== undefined },
    deliveries: {
      bytesMax: deliveryBytesMax,
      fileBytesMax: deliveryBytesMax / 10,
      filesMax: 300,
      /** Of one person. */
      openMax: 5,
      /** Of one person and node. */
      uploadsAtOnceMax: 3,
      /** An open delivery that nobody touched for so long is discarded. */
      days: 30,
    },
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
  return isEmail(address) ? { name, address } : undefined;
}

function requireSender(value: string) {
  const sender = parseSender(value);
  if (!sender) throw new Error('must be an email address, or a name and an address in <>');
  return sender;
}

/** The local part of an address has at most 64 characters (RFC 5321 §4.5.3.1.1), 48 of which are the key. */
function isBounceAddress(value: string): boolean {
  const [before = '', after, ...others] = value.split('*');
  const [local = '', domain] = (after ?? '').split('@');
  return others.length === 0 && before.length + local.length <= 16 && isEmail(`${before}a${local}@${domain}`);
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
