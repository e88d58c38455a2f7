import type { FileHandle } from 'node:fs/promises';
import type { ZipReader } from '@zip.js/zip.js';

/** The list of the files of a zip; file contents are read in smaller pieces. */
const READ_BYTES_MAX = 32 * 1024 ** 2;

/** A zip on the disk, with its size. Names of its files may be paths out of it. */
export async function openZip(file: FileHandle): Promise<{ bytes: number; zip: ZipReader<FileHandle> }> {
  const { Reader, ZipReader: OpenReader } = await import('@zip.js/zip.js');
  const reader = Object.assign(new Reader(file), {
    size: (await file.stat()).size,
    async readUint8Array(position: number, length: number) {
      if (length > READ_BYTES_MAX) throw new Error('The list of its files is too long.');
      const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
      return buffer.subarray(0, bytesRead);
    },
  });
  const options = { useWebWorkers: false, checkCrc32: true, filenameValidation: 'tolerant' } as const;
  return { bytes: reader.size, zip: new OpenReader(reader, options) };
}

/** zip.js has errors of no class of its own; those of the system have a code. */
export const isZipError = (error: unknown): boolean => !(error as NodeJS.ErrnoException).code;
