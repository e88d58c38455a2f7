import { expect, test, vi } from 'vitest';
import { runCommand } from './command.ts';

test.each([
  ['the system', { code: 'ENOSPC' }],
  ['a quota', { code: 'EDQUOT' }],
  ['PostgreSQL', { code: '53100' }],
  ['a lock file', { code: 'ERR_SQLITE_ERROR', errcode: 13 }],
])('a command says in one sentence that the disk is full, as %s reports it', async (_source, codes) => {
  const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  try {
    await runCommand('help', () => Promise.reject(Object.assign(new Error('database or disk is full'), codes)));
    expect(written.mock.calls).toEqual([['The disk is full (database or disk is full): make room and try again.\n']]);
    expect(process.exitCode).toBe(1);
  } finally {
    process.exitCode = 0;
    written.mockRestore();
  }
});
