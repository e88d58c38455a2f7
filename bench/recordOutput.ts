import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Samples a second, mono. */
const RATE = 48_000;
/** Below it a sample is silent; the tones of the bench have an amplitude of 0.5. */
const SILENT = 0.002;
/** A tone crosses zero for shorter than this. */
const MIN_SILENCE_S = 0.003;

/** A period without sound, in milliseconds since 1970. */
export interface Silence {
  from: number;
  to: number;
}

/** A PulseAudio server whose only output is recorded, which is what a person with a sound card would hear. */
export async function openRecordedOutput() {
  const folder = await mkdtemp(join(tmpdir(), 'promenade-sound-'));
  const socket = join(folder, 'socket');
  const serverEnv = { ...process.env, PULSE_RUNTIME_PATH: folder, XDG_CONFIG_HOME: folder };
  const env = { ...serverEnv, PULSE_SERVER: `unix:${socket}` };
  const modules = [
    `--load=module-native-protocol-unix auth-anonymous=1 socket=${socket}`,
    `--load=module-null-sink sink_name=recorded rate=${RATE} channels=2`,
  ];
  const options = ['-n', '--daemonize=no', '--exit-idle-time=-1', '--use-pid-file=no', '--disallow-exit'];
  const server = spawn('pulseaudio', [...options, ...modules], { env: serverEnv, stdio: 'ignore' });
  await waitForServer(env, server);
  return {
    env: { PULSE_SERVER: env.PULSE_SERVER },
    record: () => record(env),
    close: async () => {
      server.kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function waitForServer(env: NodeJS.ProcessEnv, server: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 50 && server.exitCode === null; tries++) {
    const [code] = (await once(spawn('pactl', ['info'], { env, stdio: 'ignore' }), 'exit')) as [number];
    if (code === 0) return;
    await sleep(100);
  }
  throw new Error('PulseAudio does not start. Install pulseaudio and pulseaudio-utils.');
}

function record(env: NodeJS.ProcessEnv) {
  const options = ['--device=recorded.monitor', '--format=s16le', `--rate=${RATE}`, '--channels=1', '--latency-msec=5'];
  const recorder = spawn('parec', options, { env, stdio: ['ignore', 'pipe', 'ignore'] });
  const chunks: Buffer[] = [];
  let bytes = 0;
  /** Of all chunks the one that arrived with the least delay tells when the recording began. */
  let begin = Number.POSITIVE_INFINITY;
  recorder.stdout.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    bytes += chunk.length;
    begin = Math.min(begin, Date.now() - (bytes / 2 / RATE) * 1000);
  });
  return {
    stop: async (): Promise<Silence[]> => {
      recorder.kill();
      await once(recorder, 'close');
      const all = Buffer.concat(chunks);
      return findSilences(new Int16Array(all.buffer, all.byteOffset, all.length >> 1), begin);
    },
  };
}

function findSilences(samples: Int16Array, begin: number): Silence[] {
  const silences: Silence[] = [];
  let start = 0;
  const at = (index: number) => begin + (index / RATE) * 1000;
  for (let index = 0; index <= samples.length; index++) {
    const sample = samples[index];
    if (sample !== undefined && Math.abs(sample) < SILENT * 32_768) continue;
    if (index - start >= MIN_SILENCE_S * RATE) silences.push({ from: at(start), to: at(index) });
    start = index + 1;
  }
  return silences;
}
