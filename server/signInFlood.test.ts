import { signIn } from '@promenade/contract/access';
import { audioToken } from '@promenade/contract/media';
import { expect, test } from 'vitest';
import { fetchFile } from './testing/downloads.ts';
import { startTestServer } from './testing/testServer.ts';

const SIGN_INS = 120;
const STREAMS = 10;
/** Each sign-in comes from a network of its own, so that no rate limit answers. */
const server = await startTestServer({ env: { TRUST_PROXY: '127.0.0.1' } });

test('songs are sent while a flood of sign-ins waits, and what cannot wait is refused', async () => {
  const player = await server.signedIn();
  const release = await server.release({ audio: true });
  const id = release.trackids[0] ?? '';
  const { token } = (await player.call(audioToken, { params: { id } })).body.data;
  const stream = () =>
    fetchFile(`${server.url}/api/audio/stream/${id}.mp3?token=${token}`, '', { cookie: player.cookie });
  expect((await stream()).bytes.equals(release.mp3)).toBe(true);

  let answered = 0;
  const flood = Array.from({ length: SIGN_INS }, async (_none, n) => {
    const body = { username: `flood${n}@test.example`, password: 'Wrong-1' };
    const { status } = await server.call(signIn, { body }, { 'x-forwarded-for': `203.0.${n}.1` });
    answered++;
    return status;
  });
  // The first refusal says that two are hashed and 32 wait.
  await Promise.race(flood);
  for (let count = 0; count < STREAMS; count++) expect((await stream()).bytes.equals(release.mp3)).toBe(true);
  expect(answered).toBeLessThan(SIGN_INS);
  const statuses = await Promise.all(flood);
  expect(new Set(statuses)).toEqual(new Set([401, 503]));
});
