/** A stretch of decoded sound. The arrays are the decoder's own: read them before asking for the next block. */
export interface Block {
  /** One array per channel, full scale ±1. */
  channels: Float32Array[];
  /** The same as interleaved little-endian PCM of the delivered depth, where the source was PCM. */
  pcm?: Buffer;
}

/** A file opened for decoding. */
export interface Sound {
  sampleRate: number;
  channels: number;
  /** Depth for a WAV made from it; 16 for lossy sources. */
  bits: number;
  float: boolean;
  /** Codec of a lossy source, else null. */
  lossy: string | null;
  /** Where the PCM lies in the delivered file itself, when a WAV download can be cut out of it. */
  inPlace?: { offset: number; bytes: number };
  /** What was odd and was mended, for the sender. */
  warning?: string;
  blocks: AsyncIterable<Block>;
}

/** Frames that a block holds at most where we choose ourselves. */
export const BLOCK_FRAMES = 16_384;
