import { expect, test } from 'vitest';
import { openLog } from './log.ts';

function lines(level: 'info' | 'silent', json: boolean) {
  const written: string[] = [];
  return { written, log: openLog(level, json, (line) => void written.push(line)) };
}

test('machines get a line of JSON per event, with what it is about', () => {
  const { written, log } = lines('info', true);
  log.child({ part: 'import' }).error({ err: new Error('no room') }, 'it failed');
  log.debug('not asked for');
  expect(written).toHaveLength(1);
  expect(JSON.parse(written[0] ?? '')).toMatchObject({
    level: 'error',
    msg: 'it failed',
    part: 'import',
    err: { message: 'no room' },
  });
});

test('people get text', () => {
  const { written, log } = lines('info', false);
  log.warn('careful');
  expect(written[0]).toMatch(/^\d\d:\d\d:\d\d warn careful\n$/);
});

test('a silent log says nothing', () => {
  const { written, log } = lines('silent', true);
  log.fatal('the end');
  log.silent('nothing');
  expect(written).toEqual([]);
});
