import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { audioToken } from '@promenade/contract/media';
import type { traceSound } from '@promenade/contract/operatorService';
import type { RouteAnswer } from '@promenade/contract/route';
import { expect, test } from 'vitest';
import { findFfmpeg } from '../ingest/sound/ffmpeg.ts';
import { refused } from '../testing/client.ts';
import { createDeliverer, writeDelivery } from '../testing/deliveries.ts';
import { fetchFile } from '../testing/downloads.ts';
import { composeSong, writeWav } from '../testing/songs.ts';
import { startTestServer } from '../testing/testServer.ts';
import { prepare } from './command.ts';
import { mediaCommands } from './mediaCommands.ts';

const ffmpeg = await findFfmpeg(process.env['FFMPEG_PATH']);
const server = await startTestServer({ env: ffmpeg ? { MARK_SOUND: 'on' } : {} });
const [ada, ben] = [await server.signedIn(), await server.signedIn()];
const operator = await server.signedIn({ operator: true });
const folder = server.config.dataDir;

test.runIf(ffmpeg)(
  'a stream and a download of a marked song, converted without tags, lead to their accounts',
  async () => {
    const root = await writeDelivery(
      join(folder, 'delivery'),
      { 'front.jpg': 'cover.jpg' },
      {
        id: 'ferry',
        title: 'Ferry',
        artist: 'Kite',
        label: { name: 'Harbour' },
        mark: true,
        tracks: [{ file: '1.wav', title: 'Ferry' }],
      },
    );
    const song = composeSong({ seconds: 15, sampleRate: 44_100, seed: 1 });
    await writeWav(join(root, '1.wav'), song, { sampleRate: 44_100 });
    const [trackid = ''] = await createDeliverer(server).importDelivery(root, { embedded: false });
    const { token } = (await ada.call(audioToken, { params: { id: trackid } })).body.data;
    const stream = await fetchFile(`${server.url}/api/audio/stream/${trackid}.mp3?token=${token}`, '', {
      cookie: ada.cookie,
    });
    const download = await fetchFile(`${server.url}/api/audio/download/${trackid}?format=wav`, ben.token);
    for (const [name, { bytes }, { email }] of [
      ['stream.mp3', stream, ada],
      ['download.wav', download, ben],
    ] as const) {
      const [path, leak] = [join(folder, name), join(folder, `${name}.leak.mp3`)];
      await writeFile(path, bytes);
      await promisify(execFile)(ffmpeg ?? '', ['-v', 'error', '-i', path, '-map_metadata', '-1', '-b:a', '128k', leak]);
      const lines: string[] = [];
      await prepare(mediaCommands, ['trace', leak])(server, (line) => void lines.push(line));
      expect(lines.join('\n'), name).toContain(`Made for ${email}`);
    }
    // The console reads the sound of the last file, one at a time.
    const bytes = await readFile(join(folder, 'download.wav.leak.mp3'));
    const send = () =>
      fetch(`${server.url}/api/operator/trace/sound?name=leak.mp3`, {
        method: 'POST',
        headers: { authorization: `Bearer ${operator.token}`, 'content-type': 'application/octet-stream' },
        body: bytes,
      });
    const answers = await Promise.all([send(), send()]);
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
      200,
      refused('BUSY').status,
    ]);
    const found = (await answers.find(({ ok }) => ok)?.json()) as RouteAnswer<typeof traceSound>;
    if (found.kind !== 'made-for') throw new Error(`It says ${JSON.stringify(found)}.`);
    expect(found).toMatchObject({ title: '"Ferry" by Kite', owner: { playerid: ben.playerid, email: ben.email } });
    expect(found.owner.transfers).toMatchObject([{ purpose: 'download', format: 'wav' }]);
    expect(found.chance).toBeLessThan(1e-6);
    const runs = server.db.selectFrom('audit').where('action', '=', 'account.trace-sound').orderBy('id');
    expect(await runs.select(['actor', 'subject']).execute()).toEqual([
      { actor: 'command', subject: ada.playerid },
      { actor: 'command', subject: ben.playerid },
      { actor: operator.playerid, subject: ben.playerid },
    ]);
    const aiff = await fetchFile(`${server.url}/api/audio/download/${trackid}?format=aiff`, ben.token);
    expect(aiff.status).toBe(404);
  },
);
