import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { startWorld } from '../testing/world.ts';
import { queueMail } from './mail.ts';

const world = await startWorld({ works: true });

test('without a mail server a mail is a file of the outbox (A-MAIL-07)', async () => {
  const url = `${world.address.url}/resetpwd/x.y.z`;
  await world.db
    .transaction()
    .execute((db) =>
      queueMail(
        { db, jobs: world.jobs },
        { kind: 'reset', to: 'rosa@test.example', values: { email: 'rosa@test.example' }, url },
        world.now(),
      ),
    );
  const folder = join(world.config.dataDir, 'outbox');
  const [file = ''] = await vi.waitUntil(async () => {
    const files = await readdir(folder).catch(() => []);
    return files.length > 0 && files;
  });
  expect(await readFile(join(folder, file), 'utf8')).toContain('Subject: Reset your password');
  expect(await world.mail('rosa@test.example')).toMatchObject({ links: [url] });
});
