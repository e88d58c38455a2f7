declare module 'ogv/dist/ogv-decoder-audio-vorbis-wasm.js' {
  interface VorbisDecoder {
    init(onReady: () => void): void;
    processHeader(packet: ArrayBuffer, onDone: (isGood: boolean) => void): void;
    processAudio(packet: ArrayBuffer, onDone: (isGood: boolean) => void): void;
    /** The samples of the last packet, one array per channel. */
    audioBuffer: Float32Array[] | null;
    close(): void;
  }
  /** Loads a decoder of its own, with its own memory. */
  export default function load(): Promise<VorbisDecoder>;
}
