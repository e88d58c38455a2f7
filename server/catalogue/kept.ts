/** So long everything is kept. */
const KEPT_MS = 20_000;
/** So long what nothing has cast doubt on since. */
const SURE_MS = 10 * 60_000;
/** So long before its end an answer that is asked for is found anew beside, so that in a steady run nobody waits. */
const RENEWED_MS = 4_000;
const ACCOUNTS = 10_000;
const ENTRIES_EACH = 100;

interface Entry<Value> {
  found: Promise<Value>;
  at: number;
  /** How often there had been doubt when it was asked for; undefined: it grows old by itself. */
  doubts: number | undefined;
  renewing: boolean;
}

/** What to find, and whether it stays true as long as nobody casts doubt on it. */
interface Question<Value> {
  what: string;
  find: () => Promise<Value>;
  lasts?: boolean;
}

/** What costs too much to find for each request of an account, kept for twenty seconds or until there is doubt. */
export interface Kept<Value> {
  get(accountid: number, question: Question<Value>, now: Date): Promise<Value>;
  /** Finds all of an account anew the next time. */
  forget(accountid: number): void;
  /** What was found so far is kept for its twenty seconds, no longer. */
  doubt(): void;
}

/** Empty at first; whoever asks while something is being found waits for the same. */
export function keep<Value>(): Kept<Value> {
  const accounts = new Map<number, Map<string, Entry<Value>>>();
  let doubts = 0;
  /** Done when all that is found anew beside is: one after the other, so that connections are left for those who wait. */
  let renewals: Promise<unknown> = Promise.resolve();

  function entriesOf(accountid: number): Map<string, Entry<Value>> {
    const known = accounts.get(accountid);
    if (known) return known;
    if (accounts.size >= ACCOUNTS) accounts.clear();
    const entries = new Map<string, Entry<Value>>();
    accounts.set(accountid, entries);
    return entries;
  }

  return {
    get(accountid, { what, find, lasts = true }, now) {
      const entries = entriesOf(accountid);
      const at = now.getTime();
      const look = () => ({ at, doubts: lasts ? doubts : undefined, renewing: false, found: find() });
      const known = entries.get(what);
      const left = known ? known.at + (known.doubts === doubts ? SURE_MS : KEPT_MS) - at : 0;
      if (known && left > 0) {
        if (left <= RENEWED_MS && !known.renewing) {
          known.renewing = true;
          renewals = renewals.then(async () => {
            const next = look();
            await next.found.then(
              () => entries.set(what, next),
              () => entries.delete(what),
            );
          });
        }
        return known.found;
      }
      if (entries.size >= ENTRIES_EACH) entries.clear();
      const next = look();
      entries.set(what, next);
      next.found.catch(() => entries.delete(what));
      return next.found;
    },
    forget(accountid) {
      accounts.delete(accountid);
    },
    doubt() {
      doubts++;
    },
  };
}
