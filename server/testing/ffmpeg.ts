import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { isInstalled } from './readers.ts';

const run = promisify(execFile);
const BYTES_MAX = 64 * 1024 ** 2;

/** The output of ffprobe. */
interface ProbeResult {
  format: { duration: string; tags: Record<string, string> };
  streams: Record<string, string | number>[];
}

/** Undefined when ffprobe is not installed. */
export const ffprobe = (await isInstalled('ffprobe', '-version'))
  ? async (path: string): Promise<ProbeResult> => {
      const { stdout } = await run('ffprobe', ['-v', 'error', '-of', 'json', '-show_format', '-show_streams', path]);
      return JSON.parse(stdout) as ProbeResult;
    }
  : undefined;

/** The SHA-256 of the decoded samples (32 bits); undefined when ffmpeg is not installed. */
export const hashPcm = (await isInstalled('ffmpeg', '-version'))
  ? async (path: string): Promise<string> => {
      const options = { encoding: 'buffer', maxBuffer: BYTES_MAX } as const;
      const { stdout } = await run('ffmpeg', ['-v', 'error', '-i', path, '-map', '0:a', '-f', 's32le', '-'], options);
      return createHash('sha256').update(stdout).digest('hex');
    }
  : undefined;
