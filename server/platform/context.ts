import type { Database } from './database/db.ts';
import type { Jobs } from './jobs/jobs.ts';
import type { Config } from './process/config.ts';
import type { Log } from './process/log.ts';
import type { Secrets } from './process/secrets.ts';
import type { Storage } from './storage/storage.ts';

/** Everything outside the program that the program uses; opened once, passed in, never looked up. */
export interface AppContext extends Pick<Database, 'db' | 'quick' | 'pool'> {
  config: Config;
  storage: Storage;
  secrets: Secrets;
  log: Log;
  now: () => Date;
  jobs: Jobs;
  /** Where people find the service, without a slash at the end; known for good once it listens. */
  address: { url: string };
}
