/** Seconds before each retry; the last delay repeats. */
const DELAYS_S = [4, 8, 15, 30];

/** Schedules retries with growing delays. */
export interface Backoff {
  /** Schedules the next retry, unless one is pending. */
  schedule(): void;
  /** Restarts a pending retry from the first delay. */
  restart(): void;
  /** Cancels a pending retry and returns to the first delay. */
  cancel(): void;
  isPending(): boolean;
}

export function createBackoff(retry: () => void): Backoff {
  let step = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  function schedule(): void {
    timer ??= setTimeout(run, (DELAYS_S[step] ?? 0) * 1000);
  }
  function run(): void {
    timer = undefined;
    step = Math.min(step + 1, DELAYS_S.length - 1);
    retry();
  }
  function cancel(): void {
    clearTimeout(timer);
    timer = undefined;
    step = 0;
  }
  return {
    schedule,
    cancel,
    isPending: () => timer !== undefined,
    restart() {
      if (timer === undefined) return;
      cancel();
      schedule();
    },
  };
}
