import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { staffRelease } from '@promenade/contract/label';
import { checkDelivery, importDelivery } from '@promenade/contract/uploads';
import { buildChunkHeader, buildFormatChunk } from '../../server/platform/storage/riff.ts';
import { createUploader } from '../../server/testing/uploads.ts';
import { startConsoleService } from './consoleService.ts';
import { defineMeasurement } from './measurement.ts';

const TRACKS = 12;
const SECONDS = 40;
const SAMPLE_RATE = 96_000;
const FRAME_BYTES = 6;
const PART_BYTES = 4 * 1024 ** 2;
const POLL_MS = 100;

/** An album of 24/96 WAVs: uploaded, checked and imported, as the console does it. */
export const drafts = defineMeasurement({
  figures: [{ name: 'last byte to open draft, twelve 24/96 WAVs, s', bound: { of: 'ratio', atMost: 0.55 } }],
  rounds: 2,
  start: async (build) => {
    const service = await startConsoleService(build, 1);
    return { ...service, uploader: createUploader(service.address, service), albums: 0 };
  },
  measure: async (service) => {
    const { uploader, call, labelid } = service;
    const { deliveryid } = await uploader.start(labelid, 'Album');
    const album = ++service.albums;
    for (let track = 1; track <= TRACKS; track++) {
      const wav = createWav(300 * album + 10 * track);
      const location = (await uploader.create(deliveryid, `${track}.wav`, wav.length)).headers.get('location') ?? '';
      for (let offset = 0; offset < wav.length; offset += PART_BYTES)
        await uploader.patch(location, offset, wav.subarray(offset, offset + PART_BYTES));
    }
    const begun = performance.now();
    const params = { deliveryid };
    await call(checkDelivery, { params });
    const waitWhileBusy = async () => {
      for (;;) {
        const delivery = await uploader.read(deliveryid);
        if (delivery.state !== 'importing') return delivery;
        await sleep(POLL_MS);
      }
    };
    const { check, problems } = await waitWhileBusy();
    if (!check) throw new Error(`The check failed: ${JSON.stringify(problems)}`);
    await call(importDelivery, { params, body: {} });
    const { releaseid, ...imported } = await waitWhileBusy();
    if (!releaseid) throw new Error(`The import failed: ${JSON.stringify(imported.problems)}`);
    await call(staffRelease, { params: { releaseid } });
    return [(performance.now() - begun) / 1_000];
  },
});

/** A tone with noise, in 24 bits and two channels. */
function createWav(frequency: number): Buffer {
  const pcm = randomBytes(SECONDS * SAMPLE_RATE * FRAME_BYTES);
  for (let frame = 0; frame < SECONDS * SAMPLE_RATE; frame++) {
    const value = Math.round(4_000_000 * Math.cos((2 * Math.PI * frequency * frame) / SAMPLE_RATE));
    // The lowest byte stays noise.
    pcm.writeInt16LE(value >> 8, frame * FRAME_BYTES + 1);
    pcm.writeInt16LE(value >> 8, frame * FRAME_BYTES + 4);
  }
  const format = buildFormatChunk({ sampleRate: SAMPLE_RATE, channels: 2, bits: 24, float: false, channelMask: 3 });
  const head = Buffer.concat([Buffer.from('WAVE'), format, buildChunkHeader('data', pcm.length)]);
  return Buffer.concat([buildChunkHeader('RIFF', head.length + pcm.length), head, pcm]);
}
