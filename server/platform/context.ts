import type { Database } from './database/db.ts';
import type { Jobs } from './jobs/jobs.ts';
import type { Monitoring } from './monitoring/monitoring.ts';
import type { Config } from './process/config.ts';
import type { Log } from './process/log.ts';
import type { Secrets } from './process/secrets.ts';
import type { Storage } from './storage/storage.ts';

/** The dependencies of server code, created once by `openContext` and passed as the first argument. */
export interface AppContext extends Pick<Database, 'db' | 'pool' | 'availability'>, Monitoring {
  config: Config;
  storage: Storage;
  secrets: Secrets;
  log: Log;
  now: () => Date;
  jobs: Jobs;
  /** The URL of the service without a trailing slash; final once the service listens. */
  address: { url: string };
}
