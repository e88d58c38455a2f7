import { expect, test } from 'vitest';
import { buildDemoSite, getServiceUrl, isLoopback, readConfig } from './config.ts';

test('without variables the defaults work on one machine', () => {
  expect(readConfig({})).toMatchObject({
    host: '127.0.0.1',
    port: 4040,
    dataDir: expect.stringMatching(/^\/.*\/data$/),
    trustProxy: false,
    logLevel: 'info',
    production: false,
  });
});

test('all variables are read', () => {
  const config = readConfig({
    PORT: '0',
    HOST: '::1',
    DATA_DIR: '/srv/promenade',
    PUBLIC_URL: 'https://music.example/',
    DATABASE_URL: 'postgres://somebody@db.example/promenade',
    APP_SECRET: 'correct horse battery staple, and 9 more',
    DEMO: '0',
    TRUST_PROXY: '10.0.0.0/8, ::1, fc00::/7',
    STOP_DELAY: '5',
    SUPPORT_EMAIL: 'help@music.example',
    NODE_ENV: 'production',
  });
  expect(config).toMatchObject({
    port: 0,
    host: '::1',
    publicUrl: 'https://music.example',
    demo: false,
    trustProxy: ['10.0.0.0/8', '::1', 'fc00::/7'],
    stopDelaySeconds: 5,
    production: true,
    site: { supportEmail: 'help@music.example' },
  });
});

test.each([
  ['HTTPS://Music.Example/', 'https://music.example'],
  ['https:\\\\music.example', 'https://music.example'],
  ['https:music.example:443/', 'https://music.example'],
  ['https://münchen.example', 'https://xn--mnchen-3ya.example'],
])('PUBLIC_URL=%s is read as browsers do, so that cookies are for https alone', (value, publicUrl) => {
  expect(readConfig({ PUBLIC_URL: value }).publicUrl).toBe(publicUrl);
});

test('a database is named by a host or by the folder of its socket', () => {
  for (const url of ['postgres://a:b@%2Frun%2Fpostgresql:5433/promenade', 'postgres:///promenade?host=/run/postgresql'])
    expect(readConfig({ DATABASE_URL: url, APP_SECRET: 'correct horse battery staple, and 9 more' }).databaseUrl).toBe(
      url,
    );
});

test('an empty variable counts as absent', () => {
  expect(readConfig({ PORT: '', PUBLIC_URL: '' })).toMatchObject({ port: 4040, publicUrl: undefined });
});

test.each([
  ['PORT', '65536'],
  ['PORT', 'http'],
  ['HOST', 'not a host'],
  ['PUBLIC_URL', 'music.example'],
  ['TERMS_URL', '//elsewhere.example/terms'],
  ['PUBLIC_URL', 'https://music.example/?a=1'],
  ['PUBLIC_URL', 'https://user:password@music.example'],
  ['PUBLIC_URL', 'https://music.example\n.evil.example'],
  ['DATABASE_URL', 'mysql://db.example/promenade'],
  ['DATABASE_URL', 'postgres://'],
  ['DATABASE_URL', 'postgres:promenade'],
  ['DATABASE_URL', 'postgres:///promenade'],
  ['DATABASE_URL', 'postgres://db.example/promenade?sslmode=verify-full&sslrootcert=/nowhere/ca.pem'],
  ['DEMO', 'yes'],
  ['APP_SECRET', 'short'],
  ['APP_SECRET', 'a'.repeat(64)],
  ['TRUST_PROXY', '10.0.0.0/33'],
  ['TRUST_PROXY', 'everyone'],
  ['TRUST_PROXY', 'true'],
  ['TRUST_PROXY', '0.0.0.0/0'],
  ['TRUST_PROXY', '127.0.0.1, ::/0'],
  ['TRUST_PROXY', '0.0.0.0/1,128.0.0.0/1'],
  ['TRUST_PROXY', '::ffff:0.0.0.0/97,::ffff:128.0.0.0/97'],
  ['TRUST_PROXY', '0:0::/64'],
  ['STOP_DELAY', '-1'],
  ['STOP_DELAY', '301'],
  ['FFMPEG_PATH', '/nowhere/ffmpeg'],
  ['FFMPEG_PATH', '/'],
  ['LOG_LEVEL', 'loud'],
  ['SUPPORT_EMAIL', 'help'],
  ['SUPPORT_URL', 'javascript:alert(1)'],
  ['STORAGE_URL', 's3://bucket'],
  ['STORAGE_URL', 'https://bucket.example/prefix'],
  ['STORAGE_URL', 's3:///prefix?region=eu-central-1'],
  ['STORAGE_URL', 's3://My_Bucket?region=eu-central-1'],
  ['STORAGE_URL', 's3://key:secret@bucket?region=eu-central-1'],
  ['STORAGE_URL', 's3://bucket/a b?region=eu-central-1'],
  ['STORAGE_URL', 's3://bucket?region=Frankfurt!'],
  ['STORAGE_URL', 's3://bucket?endpoint=storage.example'],
  ['STORAGE_URL', 's3://bucket?endpoint=https://storage.example&pathStyle=yes'],
  ['STORAGE_URL', 's3://bucket?endpoint=https://storage.example&region=a&region=b'],
  ['STORAGE_URL', 's3://bucket?endpont=https://storage.example'],
  ['DATABASE_READ_URL', 'postgres://replica.example/promenade, replica.example'],
  ['SMTP_URL', 'mail.example'],
  ['SMTP_URL', 'https://mail.example'],
  ['SMTP_URL', 'smtp://'],
  ['SMTP_URL', 'smtp://post:100%@mail.example'],
  ['MAIL_FROM', 'Promenade'],
  ['MAIL_FROM', 'one@music.example, two@music.example'],
  ['MAIL_FROM', 'Promenade <mail>'],
  ['MAIL_FROM', 'Promenade <one@music.example> <two@music.example>'],
  ['BOUNCE_ADDRESS', 'bounces@music.example'],
  ['BOUNCE_ADDRESS', 'bounces+*+*@music.example'],
  ['BOUNCE_ADDRESS', 'bounces@*.music.example'],
  ['BOUNCE_ADDRESS', 'returned-mails-of+*@music.example'],
  ['BOUNCE_ADDRESS', 'Promenade <bounces+*@music.example>'],
  ['DOWNLOADS', 'off'],
  ['METRICS_PORT', '65536'],
  ['METRICS_HOST', 'not a host'],
  ['METRICS_TOKEN', 'short'],
  ['HEALTH_PORT', 'x'],
  ['FREE_SPACE_MIN_MB', '1 GB'],
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'localhost:4318'],
])('%s=%s is refused with one sentence that names the variable', (name, value) => {
  expect(() => readConfig({ [name]: value })).toThrow(new RegExp(`^${name} [^\\n]+\\.$`));
});

test.each([
  ['DATABSE_URL', 'DATABASE_URL'],
  ['DATABASEURL', 'DATABASE_URL'],
  ['PUBLIC_ULR', 'PUBLIC_URL'],
  ['TRUST_PROXYS', 'TRUST_PROXY'],
  ['log_level', 'LOG_LEVEL'],
  ['LOGLEVEL', 'LOG_LEVEL'],
  ['STORAGE_URI', 'STORAGE_URL'],
])('%s stops the start and is taken for %s', (name, meant) => {
  expect(() => readConfig({ [name]: 'x' })).toThrow(`${name} is not a setting; did you mean ${meant}?`);
});

test('a variable of another program is ignored, also one that is close to a setting beside that setting', () => {
  for (const name of ['HOME', 'POST', 'HTTP_URL', 'HTTP_PROXY', 'TRUSTED_PROXY', 'OTEL_EXPORTER_OTLP_HEADERS'])
    expect(readConfig({ [name]: 'x' }).logLevel).toBe('info');
  expect(readConfig({ LOG_LEVEL: 'warn', LOG_LEVELS: 'x' }).logLevel).toBe('warn');
});

test.each([
  ['s3://bucket?region=eu-central-1', 'https://bucket.s3.eu-central-1.amazonaws.com/', '', 'eu-central-1'],
  ['s3://bucket/a/b/?endpoint=https://storage.example', 'https://bucket.storage.example/', 'a/b/', 'us-east-1'],
  [
    's3://bucket/a?endpoint=http://127.0.0.1:9000&region=garage&pathStyle=1',
    'http://127.0.0.1:9000/bucket/',
    'a/',
    'garage',
  ],
  ['s3://bucket?endpoint=https%3A%2F%2Fx.example%2Fs3&pathStyle=1', 'https://x.example/s3/bucket/', '', 'us-east-1'],
])('STORAGE_URL=%s is the bucket at %s', (STORAGE_URL, url, prefix, region) => {
  const config = readConfig({ STORAGE_URL, AWS_ACCESS_KEY_ID: 'key', AWS_SECRET_ACCESS_KEY: 'secret' });
  expect(config.s3).toEqual({ bucket: 'bucket', url, prefix, region });
  expect(config.s3Credentials).toMatchObject({ accessKeyId: 'key', secretAccessKey: 'secret' });
});

test('STORAGE_URL needs keys, and names an unknown parameter', () => {
  expect(() => readConfig({ STORAGE_URL: 's3://bucket?region=a', AWS_ACCESS_KEY_ID: 'key' })).toThrow(
    /^AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY must be set/,
  );
  expect(() => readConfig({ STORAGE_URL: 's3://bucket?endpont=https://storage.example' })).toThrow(
    'STORAGE_URL has an unknown parameter "endpont"',
  );
});

test('DATABASE_URL needs APP_SECRET', () => {
  expect(() => readConfig({ DATABASE_URL: 'postgres://db.example/promenade' })).toThrow(/^APP_SECRET must be set/);
});

test('DATABASE_READ_URL has one or several addresses and needs DATABASE_URL', () => {
  const DATABASE_READ_URL = 'postgres://one.example/promenade, postgres://two.example/promenade';
  expect(() => readConfig({ DATABASE_READ_URL })).toThrow(/^DATABASE_READ_URL must be set together with DATABASE_URL/);
  const primary = { DATABASE_URL: 'postgres://db.example/promenade', APP_SECRET: 'every node signs with the same 1' };
  expect(readConfig(primary).databaseReadUrls).toEqual([]);
  expect(readConfig({ ...primary, DATABASE_READ_URL }).databaseReadUrls).toEqual([
    'postgres://one.example/promenade',
    'postgres://two.example/promenade',
  ]);
});

test.each(['bounces+*@music.example', '*@bounces.music.example', 'b-*@music.example'])(
  'the address of return may be %s',
  (value) => {
    expect(readConfig({ BOUNCE_ADDRESS: value }).bounceAddress).toBe(value);
  },
);

test('SMTP_URL needs MAIL_FROM and nothing else', () => {
  expect(() => readConfig({ SMTP_URL: 'smtp://mail.example' })).toThrow(/^MAIL_FROM must be set/);
  const smtps = 'smtps://post%40music.example:p%40ss@mail.example:465';
  expect(readConfig({ SMTP_URL: smtps, MAIL_FROM: 'mail@music.example' })).toMatchObject({
    smtpUrl: smtps,
    mailFrom: { name: '', address: 'mail@music.example' },
  });
});

test.each([
  ['Promenade <mail@music.example>', 'Promenade'],
  ['Promenade, the shop <mail@music.example>', 'Promenade, the shop'],
  ['"Promenade, the shop" <mail@music.example>', 'Promenade, the shop'],
  ['Plattenbörse <mail@music.example>', 'Plattenbörse'],
])('%s is one sender', (value, name) => {
  expect(readConfig({ MAIL_FROM: value }).mailFrom).toEqual({ name, address: 'mail@music.example' });
});

test('the service URL has host and port, or is PUBLIC_URL', () => {
  expect(getServiceUrl(readConfig({}), 4040)).toBe('http://127.0.0.1:4040');
  expect(getServiceUrl(readConfig({ HOST: '0.0.0.0' }), 80)).toBe('http://127.0.0.1:80');
  expect(getServiceUrl(readConfig({ HOST: '::1' }), 4040)).toBe('http://[::1]:4040');
  expect(getServiceUrl(readConfig({ PUBLIC_URL: 'https://music.example' }), 4040)).toBe('https://music.example');
});

test('only local addresses are loopback', () => {
  expect(['localhost', '127.0.0.1', '127.8.9.1', '::1'].map(isLoopback)).toEqual([true, true, true, true]);
  expect(['0.0.0.0', '192.168.0.1', '127.example.com', '::'].map(isLoopback)).toEqual([false, false, false, false]);
});

test('the demo site has examples for values that are not configured', { tags: ['A-ROUTE-17'] }, () => {
  const { site } = readConfig({ SUPPORT_URL: '/help' });
  expect(buildDemoSite(site)).toMatchObject({ supportUrl: '/help', companyUrl: 'https://promenade.example' });
});
