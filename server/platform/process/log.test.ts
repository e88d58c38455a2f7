import { expect, test } from 'vitest';
import { openLog } from './log.ts';

test('each event is one line of JSON with its fields and without tokens', () => {
  const written: string[] = [];
  const log = openLog('info', true, { write: (line) => void written.push(line) });
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
