/** Seconds before each retry; the last delay repeats. */
const DELAYS_S = [4, 8, 15, 30];

/** Schedules retries with growing delays; `retry` gets their number. `schedule` does nothing while a retry is pending; `cancel` returns to the first delay. */
export function createBackoff(retry: (count: number) => void) {
  let step = 0;
  let count = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  function schedule(): void {
    timer ??= setTimeout(run, (DELAYS_S[step] ?? 0) * 1000);
  }
  function run(): void {
    timer = undefined;
    step = Math.min(step + 1, DELAYS_S.length - 1);
    count += 1;
    retry(count);
  }
  function cancel(): void {
    clearTimeout(timer);
    timer = undefined;
    step = 0;
    count = 0;
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
