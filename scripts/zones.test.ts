import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

/** Formats in a process of its own, whose time zone can be chosen. */
async function formatIn(zone: string): Promise<string[]> {
  const script = `
    import * as format from ${JSON.stringify(join(import.meta.dirname, '../web/platform/format.ts'))};
    const midnightInBerlin = '2026-12-03T23:00:00.000Z';
    const impact = format.parseImpactDate(Date.UTC(2026, 11, 4) / 1000);
    console.log(JSON.stringify([
      format.getZone(),
      format.formatTableDate(midnightInBerlin, 'en'),
      format.formatCardDate(midnightInBerlin, 'en'),
      format.formatLongDate(new Date(midnightInBerlin), 'en'),
      format.formatInstant(midnightInBerlin, 'en').replaceAll('\u202f', ' '),
      format.toDay(new Date(midnightInBerlin)),
      format.formatTableDate('2026-12-04', 'en'),
      format.formatLongDate(impact, 'en'),
    ]));`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], {
    env: { ...process.env, TZ: zone },
  });
  return JSON.parse(stdout) as string[];
}

test('an instant has one day, that of the reader, and a day is the same for all', {
  tags: ['C-FORMAT-05', 'C-FORMAT-06'],
}, async () => {
  expect(await formatIn('Europe/Berlin')).toEqual([
    'Europe/Berlin',
    '04-Dec-2026',
    'Dec 04, 2026',
    'December 04, 2026',
    'Dec 4, 2026, 12:00 AM',
    '2026-12-04',
    '04-Dec-2026',
    'December 04, 2026',
  ]);
  expect(await formatIn('America/New_York')).toEqual([
    'America/New_York',
    '03-Dec-2026',
    'Dec 03, 2026',
    'December 03, 2026',
    'Dec 3, 2026, 6:00 PM',
    '2026-12-03',
    '04-Dec-2026',
    'December 04, 2026',
  ]);
});
