import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Delivery } from '@promenade/contract/delivery';
import { type CoverRequest, drawCover, drawLogo, drawPressPicture } from './covers/cover.ts';
import { lyrics } from './lyrics.ts';
import type { Recorder } from './music/recorder.ts';
import { createOneSheet, createPromoHtml } from './promo.ts';
import { DEFAULT_SECONDS, type DemoRelease, type DemoTrack, labels, splitNames } from './release.ts';
import { audioFileName, createSidecar, createWorkName } from './sidecar.ts';
import { composeSong, type SongRequest } from './song.ts';

/** A ten-second music video (H.264, AAC): SVG frames and synthesised audio, joined by ffmpeg. */
const VIDEO = new URL('./video.mp4', import.meta.url);

/** Writes a delivery folder as a label sends it: audio, cover, texts and `release.json`. */
export async function writeDelivery(
  release: DemoRelease,
  folder: string,
  now: Date,
  recorder: Recorder,
): Promise<void> {
  const sidecar = addTempos(createSidecar(release, now), release);
  for (const subfolder of ['lyrics', 'attachments']) await mkdir(join(folder, subfolder), { recursive: true });
  const write = (name: string, content: string | Buffer) => writeFile(join(folder, name), content);
  await Promise.all([
    ...release.tracks.map((track, index) =>
      recorder.record(createRecordingRequest(release, track, index, folder, now)),
    ),
    write('release.json', `${JSON.stringify(sidecar, null, 2)}\n`),
    ...listTextFiles(release).map(([name, text]) => write(name, text)),
    drawLogo(labels[release.label].name, labels[release.label].palette).then((logo) => write('label.png', logo)),
    release.cover &&
      drawCover(createCoverRequest(release, release.cover)).then((picture) => write('cover.jpg', picture)),
    release.pressPicturePeople &&
      drawPressPicture(createPressPictureRequest(release), release.pressPicturePeople).then((picture) =>
        write('attachments/press-picture.jpg', picture),
      ),
    release.oneSheet && createOneSheet(release, sidecar).then((page) => write('attachments/one-sheet.pdf', page)),
    release.video && copyFile(VIDEO, join(folder, 'video.mp4')),
  ]);
}

/** Adds what the composition of each song decides. */
const addTempos = (sidecar: Delivery, release: DemoRelease): Delivery => ({
  ...sidecar,
  tracks: (sidecar.tracks ?? []).map((delivered, index) => {
    const track = release.tracks[index];
    return track ? { ...delivered, bpm: 15 / composeSong(createSongRequest(release, track)).stepSeconds } : delivered;
  }),
});

export function createSongRequest(release: DemoRelease, track: DemoTrack): SongRequest {
  return {
    work: createWorkName(release, track),
    style: track.style ?? release.style,
    arrangement: track.arrangement ?? 'full',
    seconds: track.seconds ?? DEFAULT_SECONDS,
  };
}

function createRecordingRequest(release: DemoRelease, track: DemoTrack, index: number, folder: string, now: Date) {
  const tags = {
    INAM: track.title,
    IART: release.artist,
    IPRD: release.title,
    IGNR: splitNames(release.tags.genres)[0] ?? '',
    ICRD: String(now.getUTCFullYear()),
    IPRT: String(index + 1),
  };
  return { song: createSongRequest(release, track), path: join(folder, audioFileName(release, track, index)), tags };
}

function listTextFiles(release: DemoRelease): [name: string, text: string][] {
  const names = new Set(release.tracks.map((track) => track.lyrics).filter((name) => name !== undefined));
  const files: [string, string][] = [...names].map((name) => [`lyrics/${name}.txt`, lyrics[name] ?? '']);
  const promo = createPromoHtml(release);
  return promo ? [...files, ['promo.html', promo]] : files;
}

function createCoverRequest(
  { id, artist }: DemoRelease,
  { hasNoLettering, ...cover }: NonNullable<DemoRelease['cover']>,
): CoverRequest {
  return { ...cover, seed: id, ...(hasNoLettering ? {} : { lettering: artist }) };
}

function createPressPictureRequest({ id, cover }: DemoRelease): CoverRequest {
  return { seed: id, design: 'poster', palette: cover?.palette ?? 0 };
}
