import type { Analysis } from '../../catalogue/document/releaseDraft.ts';
import { findNearestBar } from './bars.ts';
import { downmix, getLoudnessWeights, getStereoShares } from './channels.ts';
import { createFeatureFollower } from './features.ts';
import { findHook } from './hook.ts';
import { findKey } from './key.ts';
import { createLoudnessMeter } from './loudness.ts';
import { createEdgeFinder, findParts } from './markers.ts';
import { findTempo } from './tempo.ts';
import { createTruePeakMeter } from './truePeak.ts';

/** Counts up when the methods change: the job measures tracks of a lower version again. */
export const ANALYSIS_VERSION = 3;

const STEREO_MASK = 0x3;
/** A mono sound comes from two loudspeakers. */
const MONO_LU = 10 * Math.log10(2);

interface Format {
  sampleRate: number;
  channels: number;
  channelMask: number;
}

/** Measures what players and labels want to know of a sound, in one pass and nearly constant memory. */
export function createAnalyser({ sampleRate, channels, channelMask }: Format) {
  const loudness = createLoudnessMeter(sampleRate, getLoudnessWeights(channelMask));
  const truePeak = createTruePeakMeter(sampleRate, channels);
  const features = createFeatureFollower(sampleRate);
  const edges = createEdgeFinder(sampleRate);
  const shares = getStereoShares(channelMask);
  // Of mono and stereo, the delivered sound is streamed.
  const ofStream = channels > 2 && {
    loudness: createLoudnessMeter(sampleRate, getLoudnessWeights(STEREO_MASK)),
    truePeak: createTruePeakMeter(sampleRate, 2),
  };
  return {
    /** Returns what is streamed: a downmix of surround, else the block itself. */
    add(delivered: Float32Array[]): Float32Array[] {
      const stereo = channels > 2 ? downmix(delivered, shares) : delivered;
      loudness.add(delivered);
      truePeak.add(delivered);
      features.add(stereo);
      edges.add(delivered);
      if (ofStream) {
        ofStream.loudness.add(stereo);
        ofStream.truePeak.add(stereo);
      }
      return stereo;
    },
    /** `loudness` and `range` are those of the delivered sound. Call it once, after the last block. */
    result() {
      const measured = loudness.result();
      const true_peak = truePeak.result();
      const streamed = ofStream ? ofStream.loudness.result().loudness : measured.loudness;
      const found = features.result();
      const tempo = findTempo(found);
      const hook = findHook({ ...found, energies: loudness.energies });
      const toBar = (second: number) =>
        tempo === null ? second : Math.round(100 * findNearestBar(found, tempo, second)) / 100;
      const findMarkers = (sound: ReturnType<typeof edges.result>) =>
        sound && { ...sound, ...findParts(loudness.energies, sound, toBar) };
      const analysis: Analysis = {
        analysis_version: ANALYSIS_VERSION,
        hook_found: hook && tempo ? Math.round(10 * findNearestBar(found, tempo, hook)) / 10 : hook,
        tempo_found: tempo,
        key_found: findKey(found),
        markers_found: findMarkers(edges.result()),
        true_peak,
        stream_loudness: streamed === null ? null : streamed + (channels === 1 ? MONO_LU : 0),
        stream_true_peak: ofStream ? ofStream.truePeak.result() : true_peak,
      };
      return { ...measured, analysis };
    },
  };
}
