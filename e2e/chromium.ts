import { delimiter, join } from 'node:path';
import { isExecutable } from '../server/platform/process/config.ts';

/** The shell is the same browser without its windows, for half the processor time. */
const NAMES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];

/** The browser that journeys run in: CHROMIUM_PATH, else the first known name on the path. */
export function findChromium(env: NodeJS.ProcessEnv): string | undefined {
  const named = env['CHROMIUM_PATH'];
  if (named) return isExecutable(named) ? named : undefined;
  const folders = (env['PATH'] ?? '').split(delimiter).filter(Boolean);
  return NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable);
}

/** Why journeys are skipped, in a sentence for the one who runs them. */
export function whySkipped(env: NodeJS.ProcessEnv): string {
  const named = env['CHROMIUM_PATH'];
  return named
    ? `The browser journeys are skipped: CHROMIUM_PATH names ${named}, which cannot be run.`
    : 'The browser journeys are skipped: no Chromium on the path. Install it (apt-get install chromium-headless-shell) or set CHROMIUM_PATH.';
}
