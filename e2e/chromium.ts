import { delimiter, join } from 'node:path';
import { isExecutable } from '../server/platform/process/config.ts';

/** In order of preference: the headless shell needs half the processor time of the full browser. */
const NAMES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'];

/** Returns the path of CHROMIUM_PATH, else of the first known browser on PATH; undefined when it cannot be run. */
export function findChromium(env: NodeJS.ProcessEnv): string | undefined {
  const configured = env['CHROMIUM_PATH'];
  if (configured) return isExecutable(configured) ? configured : undefined;
  const folders = (env['PATH'] ?? '').split(delimiter).filter(Boolean);
  return NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable);
}

/** Explains why `findChromium` returned undefined. */
export function describeMissingChromium(env: NodeJS.ProcessEnv): string {
  const configured = env['CHROMIUM_PATH'];
  return configured
    ? `Browser journeys are skipped: CHROMIUM_PATH names ${configured}, which cannot be run.`
    : 'Browser journeys are skipped: no Chromium on the path. Install it (apt-get install chromium-headless-shell) or set CHROMIUM_PATH.';
}
