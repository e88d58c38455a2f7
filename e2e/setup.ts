import type { TestProject } from 'vitest/node';
import { findChromium, whySkipped } from './chromium.ts';
import { command } from './command.ts';
import { PROGRAMMERS } from './enter.ts';
import { setPassword } from './newAccount.ts';
import { startService } from './startService.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the demo service of this run answers; empty without a browser. */
    address: string;
    /** The data folder of that service, for commands that run beside it. */
    dataDir: string;
  }
}

/** One demo service for all journeys of a run: making the demo is the slow part. */
export async function setup({ provide }: TestProject): Promise<(() => Promise<void>) | undefined> {
  if (!findChromium(process.env)) {
    console.warn(whySkipped(process.env));
    provide('address', '');
    provide('dataDir', '');
    return undefined;
  }
  const service = await startService();
  const [, second] = PROGRAMMERS;
  const said = await command('server/operator.ts', ['account', second, '--verified'], service);
  await setPassword(service.address, second, said);
  provide('address', service.address);
  provide('dataDir', service.dataDir);
  return () => service.stop();
}
