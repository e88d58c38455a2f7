/** Writes text into a field of fixed length in the ASCII that broadcasting chunks want: accents go, strange letters become `?`. */
export function writeAscii(into: Buffer, text: string | null | undefined, at: number, length: number): void {
  const plain = (text ?? '')
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .replace(/[^\x20-\x7e]/gu, '?');
  into.write(plain.slice(0, length), at, 'latin1');
}
