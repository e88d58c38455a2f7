import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type CoverOrder, drawCover, drawLogo, drawPressPicture } from './cover.ts';
import { lyrics } from './lyrics.ts';
import { onePage } from './pdf.ts';
import { oneSheet, promoHtml } from './promo.ts';
import type { Recorder } from './recorder.ts';
import { type DemoRelease, type DemoTrack, labels, listed } from './release.ts';
import { audioName, sidecarOf, workOf } from './sidecar.ts';
import type { Order } from './song.ts';

/** Ten seconds of moving rings with sound: frames drawn as SVG, sound by the synthesiser, joined once by ffmpeg (H.264, AAC). */
const VIDEO = new URL('./video.mp4', import.meta.url);
const DEFAULT_SECONDS = 20;

/** Writes a release into a folder the way a label sends one: sound, cover, texts and `release.json`. */
export async function deliver(release: DemoRelease, folder: string, now: Date, recorder: Recorder): Promise<void> {
  const sidecar = sidecarOf(release, now);
  for (const inner of ['lyrics', 'attachments']) await mkdir(join(folder, inner), { recursive: true });
  const write = (name: string, content: string | Buffer) => writeFile(join(folder, name), content);
  await Promise.all([
    ...release.tracks.map((track, nth) => recorder.record(recordingOf(release, track, nth, folder, now))),
    write('release.json', `${JSON.stringify(sidecar, null, 2)}\n`),
    ...texts(release).map(([name, text]) => write(name, text)),
    drawLogo(labels[release.label].name, labels[release.label].palette).then((logo) => write('label.png', logo)),
    release.cover && drawCover(coverOf(release, release.cover)).then((picture) => write('cover.jpg', picture)),
    release.pressPicture &&
      drawPressPicture(pressOf(release), release.pressPicture).then((picture) =>
        write('attachments/press-picture.jpg', picture),
      ),
    release.oneSheet && write('attachments/one-sheet.pdf', onePage(oneSheet(release, sidecar))),
    release.video && copyFile(VIDEO, join(folder, 'video.mp4')),
  ]);
}

/** What to play for a track. */
export function orderOf(release: DemoRelease, track: DemoTrack): Order {
  return {
    work: workOf(release, track),
    style: track.style ?? release.style,
    take: track.take ?? 'full',
    seconds: track.seconds ?? DEFAULT_SECONDS,
  };
}

function recordingOf(release: DemoRelease, track: DemoTrack, nth: number, folder: string, now: Date) {
  const tags = {
    INAM: track.title,
    IART: release.artist,
    IPRD: release.title,
    IGNR: listed(release.about.genres)[0] ?? '',
    ICRD: String(now.getUTCFullYear()),
    IPRT: String(nth + 1),
  };
  return { order: orderOf(release, track), path: join(folder, audioName(release, track, nth)), tags };
}

function texts(release: DemoRelease): [name: string, text: string][] {
  const names = new Set(release.tracks.map((track) => track.lyrics).filter((name) => name !== undefined));
  const words: [string, string][] = [...names].map((name) => [`lyrics/${name}.txt`, lyrics[name] ?? '']);
  const promo = promoHtml(release);
  return promo ? [...words, ['promo.html', promo]] : words;
}

function coverOf({ id, artist }: DemoRelease, { bare, ...cover }: NonNullable<DemoRelease['cover']>): CoverOrder {
  return { ...cover, seed: id, ...(bare ? {} : { lettering: artist }) };
}

function pressOf({ id, cover }: DemoRelease): CoverOrder {
  return { seed: id, design: 'poster', palette: cover?.palette ?? 0 };
}
