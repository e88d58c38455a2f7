import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { findFreePort } from '../e2e/engines/programs.ts';

/** Unit of the CPU times in /proc. */
const TICKS_PER_SECOND = 100;
const PAGE_BYTES = 4096;

/** Starts nginx with sendfile in one process on a free port; returns undefined without nginx or on another system than Linux. */
export async function startNginx(root: string) {
  if (process.platform !== 'linux') return undefined;
  const folder = await mkdtemp(join(tmpdir(), 'promenade-nginx-'));
  const port = await findFreePort();
  await writeFile(join(folder, 'nginx.conf'), formatConfiguration({ root, port, folder }));
  const nginx = spawn('nginx', ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', 'stderr'], { stdio: 'inherit' });
  const closed = once(nginx, 'close').catch(() => {});
  const stop = async () => {
    nginx.kill('SIGTERM');
    await closed;
    await rm(folder, { recursive: true, force: true });
  };
  const url = `http://127.0.0.1:${port}`;
  while (nginx.pid !== undefined && nginx.exitCode === null) {
    const isReady = await fetch(url).then(
      (response) => response.body?.cancel().then(() => true),
      () => false,
    );
    const { pid } = nginx;
    if (isReady) return { url, getUsage: () => readUsage(pid), stop };
    await setTimeout(20);
  }
  await stop();
  return undefined;
}

function formatConfiguration({ root, port, folder }: { root: string; port: number; folder: string }): string {
  const temporaryPaths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  return `daemon off; master_process off; pid ${folder}/nginx.pid; error_log stderr;
events { worker_connections 256; }
http {
  ${temporaryPaths.join(' ')}
  access_log off; sendfile on; default_type audio/mpeg; keepalive_requests 100000;
  server { listen 127.0.0.1:${port}; root ${root}; }
}
`;
}

/** CPU time since the start of a process and its resident set size, on Linux. */
export async function readUsage(pid: number): Promise<{ cpuSeconds: number; memoryBytes: number }> {
  const line = await readFile(`/proc/${pid}/stat`, 'utf8');
  // Fields 14, 15 and 24 of proc(5). Splits after the process name, which may contain spaces.
  const fields = line.slice(line.lastIndexOf(')') + 2).split(' ');
  const getField = (field: number) => Number(fields[field - 3]);
  return { cpuSeconds: (getField(14) + getField(15)) / TICKS_PER_SECOND, memoryBytes: getField(24) * PAGE_BYTES };
}
