import type { TestProject } from 'vitest/node';
import { startService } from '../startService.ts';
import { findFirefox } from './firefox.ts';
import { findWebKit } from './webKit.ts';

/** Starts one demo service for the journeys in other engines, and says which engines are missing. */
export async function setup({ provide }: TestProject): Promise<(() => Promise<void>) | undefined> {
  const [firefox, webKit] = [findFirefox(), findWebKit()];
  if (!firefox) console.warn('Journeys in Firefox are skipped: install it (apt-get install firefox-esr).');
  if (!webKit)
    console.warn(
      'Journeys in WebKitGTK are skipped: install it (apt-get install webkit2gtk-driver xvfb gstreamer1.0-plugins-good gstreamer1.0-libav).',
    );
  if (!firefox && !webKit) {
    provide('address', '');
    provide('dataDir', '');
    return undefined;
  }
  const service = await startService();
  provide('address', service.address);
  provide('dataDir', service.dataDir);
  return () => service.stop();
}
