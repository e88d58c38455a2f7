import { DeliveryRefusal, formatBytes } from '../../catalogue/document/deliveryRules.ts';
import type { AppContext } from '../../platform/context.ts';
import type { InspectedFile } from '../read/inspect.ts';
import { getSpareBytes } from '../workspace/spareBytes.ts';

// Silence unpacks to thousands of times its size. What decoding will write is known from headers, and is compared with the
// room of a delivery and of the disk before a byte is written. Headers may be wrong, so each file also has a limit.

type Context = Pick<AppContext, 'config'>;

/** Of the stored MP3, 320 kbit/s. */
export const MP3_BYTES_PER_SECOND = 40_000;
/** Of lossy sound whose header does not tell its length. */
const LOSSY_BYTES_PER_SECOND = 16_000;
const LOSSY_BITS = 16;
/** More are never decoded at the same time. */
const RELEASES_AT_ONCE = 8;
/** Times the delivered bytes: of a FLAC at a third of its size, and the MP3. */
const WRITTEN_MAX = 5;
const UNKNOWN = { sampleRate: 48_000, channels: 2, bits: 24 };

/** As much as its headers say. @returns bytes of PCM, and all that is written */
function estimateDecoded({ media, bytes }: Pick<InspectedFile, 'media' | 'bytes'>) {
  if (media.codec === null) return { pcm: 0, written: bytes };
  const { sampleRate = UNKNOWN.sampleRate, channels = UNKNOWN.channels, lossless } = media;
  const bits = lossless ? (media.bits ?? UNKNOWN.bits) : LOSSY_BITS;
  const bytesPerSecond = sampleRate * channels * Math.ceil(bits / 8);
  const isPcm = media.codec === 'pcm';
  const known = isPcm ? bytes / bytesPerSecond : (media.seconds ?? media.headerSeconds);
  const seconds = known ?? bytes / LOSSY_BYTES_PER_SECOND;
  const pcm = isPcm ? bytes : seconds * bytesPerSecond;
  // The PCM of a WAV is that of the original.
  const wav = isPcm && media.format === 'wav' ? 0 : pcm;
  return { pcm, written: bytes + wav + seconds * MP3_BYTES_PER_SECOND };
}

/** Whether decoding writes far more than music does: the room of the whole delivery decides. */
export const unpacksMuch = (file: InspectedFile): boolean => estimateDecoded(file).written > WRITTEN_MAX * file.bytes;

/** @param isOneDelivery whether all releases share the room of a delivery; else each has it */
export function createDecodeRoom(context: Context, isOneDelivery: boolean) {
  const { bytesMax } = context.config.deliveries;
  let decoded = 0;
  /** Of the releases that are decoded now. */
  let reserved = 0;
  return {
    /**
     * Keeps room for the files of a release until `release` is called.
     * @returns how many bytes may be written at most for each file besides its original
     * @throws DeliveryRefusal
     */
    async reserve(files: readonly InspectedFile[]) {
      const spare = await getSpareBytes(context);
      const estimates = files.map(estimateDecoded);
      const pcm = sumOf(estimates.map((file) => file.pcm));
      const written = sumOf(estimates.map((file) => file.written));
      const room = bytesMax - (isOneDelivery ? decoded : 0);
      if (pcm > room)
        throw new DeliveryRefusal(
          `Decoded, its audio has ${formatBytes(pcm)}, and a delivery has room for ${formatBytes(room)}.`,
        );
      if (written > spare - reserved)
        throw new DeliveryRefusal('There is no room for its decoded audio. Please tell an operator.');
      // What is left is shared, for headers that say too little.
      const left = Math.min(room - pcm, (spare - reserved - written) / RELEASES_AT_ONCE);
      const more = left / Math.max(1, files.length);
      decoded += pcm;
      reserved += written;
      const limits = new Map(files.map((file, index) => [file, (estimates[index]?.written ?? 0) - file.bytes + more]));
      return {
        limitOf: (file: InspectedFile): number => limits.get(file) ?? 0,
        release: () => {
          reserved -= written;
        },
      };
    },
  };
}

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0);
