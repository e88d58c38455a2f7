import { type MarkerField, type Markers, markerFields } from '@promenade/contract/releaseFields';
import type { IAudioMetadata } from 'music-metadata';
import type { Mark } from '../decoders/pcmMarks.ts';

/** How programs and people name the moments of a song; the first that fits counts. */
const NAMES: [MarkerField, RegExp][] = [
  ['soundstart', /\b(intro (start|begins?)|int ?s)\b/],
  ['hookstart', /\b(hook|chorus|refrain|refrein)\b/],
  ['introend', /\b(intro|int ?e|vocals?( in| start| begins?)?|vox|ramp|post|talk ?up)\b/],
  ['outrostart', /\b(outro|mix ?out|vocals? (out|end)|segue|fade ?out)\b/],
  ['soundstart', /\b(first sound|sound start|audio start|start|begin|cue ?in|aud ?s)\b/],
  ['soundend', /\b(last sound|sound end|audio end|end|stop|cue ?out|aud ?e)\b/],
];
const NAMED_MAX = 5;

/** The chapters of ID3v2 (Chapter Frame Addendum 1.0), which have whole milliseconds. */
export function listChapters(native: IAudioMetadata['native']): Mark[] {
  const frames = Object.entries(native).flatMap(([type, tags]) => (type.startsWith('ID3v2') ? tags : []));
  return frames.flatMap(({ id, value }) => {
    if (id !== 'CHAP') return [];
    const { label = '', info, frames = new Map() } = value as Chapter;
    return info ? [{ seconds: info.startTime / 1_000, name: String(frames.get('TIT2') ?? label) }] : [];
  });
}

interface Chapter {
  label?: string;
  info?: { startTime: number };
  frames?: Map<string, unknown>;
}

/** Of several marks with the same meaning, the first one counts; `others` are names without a meaning here. */
export function nameMarkers(marks: Mark[]): { markers: Markers; others: string[] } {
  const markers: Markers = {};
  const others: string[] = [];
  for (const { seconds, name } of marks.toSorted((one, other) => one.seconds - other.seconds)) {
    const words = name.toLowerCase().replace(/[_.:-]+/g, ' ');
    const field = NAMES.find(([, pattern]) => pattern.test(words))?.[0];
    if (field === undefined || !Number.isFinite(seconds)) others.push(name.trim());
    else markers[field] ??= Math.round(1_000 * seconds) / 1_000;
  }
  return { markers, others };
}

/** What is said of markers that mean nothing here. */
export function describeOthers(others: string[]): string {
  const names = others.filter(Boolean).slice(0, NAMED_MAX);
  const named = names.length > 0 ? ` (${names.map((name) => `"${name.slice(0, 60)}"`).join(', ')})` : '';
  const what = others.length === 1 ? `a marker${named} that means` : `${others.length} markers${named} that mean`;
  return `It has ${what} nothing here: ${markerFields.length} are known, such as "Intro end" and "Hook", others are left out.`;
}
