import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type { Usage } from './serve.ts';

/** The floor: nginx on the same files. */
export interface Nginx {
  url: string;
  usage(): Promise<Usage>;
  stop(): Promise<void>;
}

/** Of the counters of Linux. */
const TICKS_PER_SECOND = 100;
const PAGE_BYTES = 4096;

/** One process with sendfile on a free port; undefined where there is no nginx, or no Linux to say what it used. */
export async function startNginx(root: string): Promise<Nginx | undefined> {
  if (process.platform !== 'linux') return undefined;
  const folder = await mkdtemp(join(tmpdir(), 'promenade-nginx-'));
  const port = await freePort();
  await writeFile(join(folder, 'nginx.conf'), configuration({ root, port, folder }));
  const nginx = spawn('nginx', ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', 'stderr'], { stdio: 'inherit' });
  const ended = once(nginx, 'close').catch(() => {});
  const stop = async () => {
    nginx.kill('SIGTERM');
    await ended;
    await rm(folder, { recursive: true, force: true });
  };
  const url = `http://127.0.0.1:${port}`;
  while (nginx.pid !== undefined && nginx.exitCode === null) {
    const answers = await fetch(url).then(
      (response) => response.body?.cancel().then(() => true),
      () => false,
    );
    const { pid } = nginx;
    if (answers) return { url, usage: () => usageOf(pid), stop };
    await setTimeout(20);
  }
  await stop();
  return undefined;
}

function configuration({ root, port, folder }: { root: string; port: number; folder: string }): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (of) => `${of}_temp_path ${folder}/${of};`,
  );
  return `daemon off; master_process off; pid ${folder}/nginx.pid; error_log stderr;
events { worker_connections 256; }
http {
  ${temporary.join(' ')}
  access_log off; sendfile on; default_type audio/mpeg; keepalive_requests 100000;
  server { listen 127.0.0.1:${port}; root ${root}; }
}
`;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address ? address.port : 0;
}

async function usageOf(pid: number): Promise<Usage> {
  const line = await readFile(`/proc/${pid}/stat`, 'utf8');
  // What stands behind the name, which may hold anything: fields 14, 15 and 24 of proc(5).
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
  const number = (field: number) => Number(fields[field - 3]);
  return { cpuSeconds: (number(14) + number(15)) / TICKS_PER_SECOND, memoryBytes: number(24) * PAGE_BYTES };
}
