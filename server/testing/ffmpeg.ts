import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';

const run = promisify(execFile);
const BYTES_MAX = 64 * 1024 ** 2;

/** What a reader that is not ours finds in a file. */
interface Probed {
  format: { duration: string; tags: Record<string, string> };
  streams: Record<string, string | number>[];
}

const found = (program: string) =>
  run(program, ['-version']).then(
    () => true,
    () => false,
  );

/** Undefined on a machine without it. */
export const ffprobe = (await found('ffprobe'))
  ? async (path: string): Promise<Probed> => {
      const { stdout } = await run('ffprobe', ['-v', 'error', '-of', 'json', '-show_format', '-show_streams', path]);
      return JSON.parse(stdout) as Probed;
    }
  : undefined;

/** Hash of the samples of a file, 32 bits each; undefined on a machine without ffmpeg. */
export const pcmOf = (await found('ffmpeg'))
  ? async (path: string): Promise<string> => {
      const options = { encoding: 'buffer', maxBuffer: BYTES_MAX } as const;
      const { stdout } = await run('ffmpeg', ['-v', 'error', '-i', path, '-map', '0:a', '-f', 's32le', '-'], options);
      return createHash('sha256').update(stdout).digest('hex');
    }
  : undefined;
