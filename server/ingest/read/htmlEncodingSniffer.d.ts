declare module 'html-encoding-sniffer' {
  /** Gives the name of the encoding by the WHATWG algorithm. */
  export default function sniffEncoding(bytes: Uint8Array, options: { defaultEncoding: string }): string;
}
