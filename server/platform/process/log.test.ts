import { expect, test } from 'vitest';
import { openLog, setEmailKey } from './log.ts';

test('each event is one line of JSON with its fields and without tokens', () => {
  const written: string[] = [];
  const log = openLog('info', true, { destination: { write: (line) => void written.push(line) } });
  const address = '/api/audio/stream/1.mp3?token=eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl';
  log.child({ part: 'stream' }).error({ err: new Error(`no ${address}`), url: address }, 'it failed');
  log.debug('below the level');
  expect(written).toHaveLength(1);
  expect(JSON.parse(written[0] ?? '')).toMatchObject({
    level: 'error',
    msg: 'it failed',
    part: 'stream',
    url: '/api/audio/stream/1.mp3?token=[token]',
    err: { message: 'no /api/audio/stream/1.mp3?token=[token]' },
  });
  expect(written[0]).not.toContain('eyJ');
});

test('personal access tokens are removed from wherever they stand', () => {
  let line = '';
  const log = openLog('info', true, { destination: { write: (written) => void (line = written) } });
  const token = `promenade_${'aB3-_xyz9'.repeat(5).slice(0, 43)}`;
  log.error({ err: new Error(`curl -H "access-token: ${token}"`), url: `/api/x/${token}?t=${token}` }, token);
  expect(line).not.toContain(token.slice(10));
  expect(JSON.parse(line)).toMatchObject({ msg: '[token]', url: '/api/x/[token]?t=[token]' });
});

test('addresses of mail are hashed by the key of the installation, unless the log may be personal', () => {
  const text = (personal: boolean, key: number, message: string) => {
    let line = '';
    const log = openLog('info', true, { personal, destination: { write: (written) => void (line = written) } });
    setEmailKey(log, new Uint8Array(32).fill(key));
    log.info({ to: [message] }, message);
    const { msg, to } = JSON.parse(line) as { msg: string; to: string[] };
    expect(to).toEqual([msg]);
    return msg;
  };
  const problem = '550 <Rosa.Luz+promo@test.example>:\nrosa.luz+promo%40test.example is not here';
  const [, first = '', second] = /^550 <(.+)>:\n(.+) is not here$/.exec(text(false, 1, problem)) ?? [];
  expect(first).toMatch(/^\[email [\w-]{12}\]$/);
  expect(second).toBe(first);
  expect(text(false, 1, problem)).toBe(text(false, 1, problem));
  expect(text(false, 2, problem)).not.toContain(first);
  expect(text(false, 1, 'jürgen@bücher.example')).toMatch(/^\[email [\w-]{12}\]$/);
  expect(text(true, 1, problem)).toBe(problem);
  const harmless = 'at node_modules/@fastify/static/index.js:12 of c:\\users\\x, lru-cache@11.5.3, 5 @ 7';
  expect(text(false, 1, harmless)).toBe(harmless);
});
