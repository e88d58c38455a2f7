import { inspect, isDeepStrictEqual } from 'node:util';

/** One request, and the state expected once it is acknowledged. */
export interface Step<State> {
  description: string;
  send(): Promise<{ status: number }>;
  stateAfter: State;
}

/** How an actor chooses its next step and reads the actual state. */
export interface ActorPlan<State> {
  name: string;
  state: State;
  choose(state: State): Step<State>;
  read(): Promise<State>;
}

/** `isKilled`: failures are expected. `isOver`: no more requests. */
export interface RoundState {
  isKilled: boolean;
  isOver: boolean;
}

/** Something was lost, duplicated or left behind, or does not recover. */
export class Fault extends Error {}

const TIMEOUT_MS = 30_000;

/** Creates a client that makes one change at a time and tracks the state that must result. */
export function createActor<State>({ name, state: before, choose, read }: ActorPlan<State>) {
  let state = before;
  let unacknowledged: Step<State> | undefined;
  let acknowledged = 0;

  async function make(step: Step<State>, round: RoundState): Promise<boolean> {
    unacknowledged = step;
    let failure: unknown;
    const answer = await withTimeout(step.send(), `${name}: ${step.description}`).catch((reason: unknown) => {
      if (reason instanceof Fault) throw reason;
      failure = reason;
      return undefined;
    });
    const isAnswer = answer !== undefined && answer.status < 500;
    if (!isAnswer && round.isKilled) return false;
    if (!isAnswer || answer.status >= 400)
      throw new Fault(`${name}: ${step.description} got ${answer?.status ?? `nothing: ${inspect(failure)}`}.`);
    [state, unacknowledged] = [step.stateAfter, undefined];
    acknowledged += 1;
    return true;
  }

  return {
    /**
     * Makes changes until the round is over or one of them is not acknowledged.
     * @throws Fault when one is rejected, or fails although nothing was killed
     */
    async run(round: RoundState): Promise<void> {
      while (!round.isOver && (await make(choose(state), round)));
    },
    /** Checks that acknowledged changes are stored, and the unacknowledged one entirely or not at all. @throws Fault */
    async verify(): Promise<void> {
      const found = await withTimeout(read(), `${name}: reading`);
      const isThere = [state, ...(unacknowledged ? [unacknowledged.stateAfter] : [])].some((wanted) =>
        isDeepStrictEqual(found, wanted),
      );
      if (!isThere) {
        const orAfter = unacknowledged
          ? `\nor, after "${unacknowledged.description}", ${JSON.stringify(unacknowledged.stateAfter)}`
          : '';
        throw new Fault(`${name}: expected ${JSON.stringify(state)}${orAfter}\nand found ${JSON.stringify(found)}`);
      }
      [state, unacknowledged] = [found, undefined];
    },
    acknowledged: () => acknowledged,
  };
}

/** @throws Fault on timeout */
export async function withTimeout<Result>(
  asked: Promise<Result>,
  what: string,
  timeoutMs = TIMEOUT_MS,
): Promise<Result> {
  let late: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_settle, fail) => {
    late = setTimeout(() => fail(new Fault(`${what} did not finish within ${timeoutMs / 1000} s.`)), timeoutMs);
  });
  return Promise.race([asked, tooLate]).finally(() => clearTimeout(late));
}

/** Indexes a list by key. @throws Fault on duplicates */
export function indexUnique<Item>(items: Item[], keyOf: (item: Item) => string, where: string): Map<string, Item> {
  const byKey = new Map(items.map((item) => [keyOf(item), item]));
  if (byKey.size < items.length) throw new Fault(`${where} has duplicates: ${items.map(keyOf).join(', ')}`);
  return byKey;
}
