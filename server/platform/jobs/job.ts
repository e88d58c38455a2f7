import type { AppContext } from '../context.ts';
import type { Queue } from './jobs.ts';

/** Of a job that tries again as soon as it can. */
export const RETRIED = { retryLimit: 20, retryDelay: 2, retryBackoff: true, retryDelayMax: 300 } as const;
/** Only one job of the queue runs at a time; another one after so many minutes, when a worker was killed. */
export const alone = (minutes: number) => ({ policy: 'exclusive', expireInSeconds: minutes * 60 }) as const;

/** Everything about a job, beside its function. */
export interface Job<Data extends object = object, Context extends AppContext = AppContext> extends Queue<Data> {
  /** When it runs by itself: a cron expression (UTC), once in the whole installation. */
  schedule?: string;
  run(context: Context, data: Data): Promise<unknown>;
}

export const defineJob = <Data extends object>(
  queue: string,
  run: Job<Data>['run'],
  options: Omit<Job<Data>, 'queue' | 'run'>,
): Job<Data> => ({ queue, run, ...options });

export async function startJob<Context extends AppContext>(context: Context, job: Job<object, Context>): Promise<void> {
  const { schedule, run, ...queue } = job;
  await context.jobs.work(queue, (data) => run(context, data), schedule);
}
