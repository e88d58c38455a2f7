import { inspect, isDeepStrictEqual } from 'node:util';

/** What a client asks for, and what it must find once that was acknowledged. */
export interface Step<State> {
  says: string;
  /** Resolves with the status of the answer. */
  ask(): Promise<number>;
  after: State;
}

/** How a client chooses its next step, and how it reads what became of all of them. */
export interface Plan<State> {
  name: string;
  state: State;
  choose(state: State): Step<State>;
  read(): Promise<State>;
}

/** A client that makes one change after the other and knows what must have come of them. */
export interface Lane {
  /**
   * Makes changes until it is over or one of them is not acknowledged.
   * @throws Fault when one is refused, or fails though nothing was killed
   */
  load(now: Strike): Promise<void>;
  /**
   * Reads everything back: what was acknowledged, and the one change that was not either whole or not at all.
   * @throws Fault
   */
  verify(): Promise<void>;
  acknowledged(): number;
}

/** How far a round is: `struck` when failures may be seen, `over` when nothing more is asked. */
export interface Strike {
  struck: boolean;
  over: boolean;
}

/** Something was lost, doubled or left behind, or does not come back. */
export class Fault extends Error {}

const ANSWER_WITHIN_MS = 30_000;

/** A client at its beginning. */
export function openLane<State>({ name, state: before, choose, read }: Plan<State>): Lane {
  let state = before;
  let doubt: Step<State> | undefined;
  let acknowledged = 0;

  async function make(step: Step<State>, now: Strike): Promise<boolean> {
    doubt = step;
    let failure: unknown;
    const status = await soon(step.ask(), `${name}: ${step.says}`).catch((reason: unknown) => {
      if (reason instanceof Fault) throw reason;
      failure = reason;
      return undefined;
    });
    const isAnswer = status !== undefined && status < 500;
    if (!isAnswer && now.struck) return false;
    if (!isAnswer || status >= 400)
      throw new Fault(`${name}: ${step.says} was answered with ${status ?? `nothing: ${inspect(failure)}`}.`);
    [state, doubt] = [step.after, undefined];
    acknowledged += 1;
    return true;
  }

  return {
    async load(now) {
      while (!now.over && (await make(choose(state), now)));
    },
    async verify() {
      const found = await soon(read(), `${name}: reading`);
      const isThere = [state, ...(doubt ? [doubt.after] : [])].some((wanted) => isDeepStrictEqual(found, wanted));
      if (!isThere) {
        const orAfter = doubt ? `\nor, after "${doubt.says}", ${JSON.stringify(doubt.after)}` : '';
        throw new Fault(`${name}: expected ${JSON.stringify(state)}${orAfter}\nand found ${JSON.stringify(found)}`);
      }
      [state, doubt] = [found, undefined];
    },
    acknowledged: () => acknowledged,
  };
}

/** @throws Fault when it does not end in half a minute */
export async function soon<Result>(asked: Promise<Result>, what: string, withinMs = ANSWER_WITHIN_MS): Promise<Result> {
  let late: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_settle, fail) => {
    late = setTimeout(() => fail(new Fault(`${what} did not end within ${withinMs / 1000} s.`)), withinMs);
  });
  return Promise.race([asked, tooLate]).finally(() => clearTimeout(late));
}

/** Items of a list by their key. @throws Fault when one stands in it twice */
export function onlyOnce<Item>(items: Item[], keyOf: (item: Item) => string, where: string): Map<string, Item> {
  const byKey = new Map(items.map((item) => [keyOf(item), item]));
  if (byKey.size < items.length) throw new Fault(`${where} holds something twice: ${items.map(keyOf).join(', ')}`);
  return byKey;
}
