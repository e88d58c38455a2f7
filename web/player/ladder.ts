/** Seconds before each new try; the last one again and again. */
const STEPS_S = [4, 8, 15, 30];

/** Tries something again, later and later. */
export interface Ladder {
  /** Has the next try made in its time; one that is due already stays where it is. */
  wait(): void;
  /** Something moves: what waits, waits anew from the first step. */
  startOver(): void;
  /** Nothing to try any more. */
  rest(): void;
  isWaiting(): boolean;
}

/** `again` is called at each step. */
export function makeLadder(again: () => void): Ladder {
  let step = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  function wait(): void {
    timer ??= setTimeout(climb, (STEPS_S[step] ?? 0) * 1000);
  }
  function climb(): void {
    timer = undefined;
    step = Math.min(step + 1, STEPS_S.length - 1);
    again();
  }
  function rest(): void {
    clearTimeout(timer);
    timer = undefined;
    step = 0;
  }
  return {
    wait,
    rest,
    isWaiting: () => timer !== undefined,
    startOver() {
      if (timer === undefined) return;
      rest();
      wait();
    },
  };
}
