import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { audioToken } from '@promenade/contract/media';
import { expect, test } from 'vitest';
import { findFfmpeg } from '../ingest/sound/ffmpeg.ts';
import { createDeliverer, writeDelivery } from '../testing/deliveries.ts';
import { fetchFile } from '../testing/downloads.ts';
import { composeSong, writeWav } from '../testing/songs.ts';
import { startTestServer } from '../testing/testServer.ts';
import { prepare } from './command.ts';
import { mediaCommands } from './mediaCommands.ts';

const ffmpeg = await findFfmpeg(process.env['FFMPEG_PATH']);
const server = await startTestServer({ env: ffmpeg ? { MARK_SOUND: 'on' } : {} });
const [ada, ben] = [await server.signedIn(), await server.signedIn()];
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
    const aiff = await fetchFile(`${server.url}/api/audio/download/${trackid}?format=aiff`, ben.token);
    expect(aiff.status).toBe(404);
  },
);
