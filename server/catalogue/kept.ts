const KEPT_MS = 20_000;
/** From this age on an answer that is asked for is found anew beside, so that in a steady run nobody waits. */
const RENEWED_MS = 16_000;
const ACCOUNTS = 10_000;
const ENTRIES_EACH = 100;

interface Entry<Value> {
  found: Promise<Value>;
  at: number;
  renewing: boolean;
}

/** What costs too much to find for each request of an account, kept for twenty seconds. */
export interface Kept<Value> {
  get(accountid: number, what: string, find: () => Promise<Value>, now: Date): Promise<Value>;
  /** Finds all of an account anew the next time. */
  forget(accountid: number): void;
}

/** Empty at first; whoever asks while something is being found waits for the same. */
export function keep<Value>(): Kept<Value> {
  const accounts = new Map<number, Map<string, Entry<Value>>>();

  function entriesOf(accountid: number): Map<string, Entry<Value>> {
    const known = accounts.get(accountid);
    if (known) return known;
    if (accounts.size >= ACCOUNTS) accounts.clear();
    const entries = new Map<string, Entry<Value>>();
    accounts.set(accountid, entries);
    return entries;
  }

  return {
    get(accountid, what, find, now) {
      const entries = entriesOf(accountid);
      const at = now.getTime();
      const known = entries.get(what);
      if (known && at - known.at < KEPT_MS) {
        if (at - known.at >= RENEWED_MS && !known.renewing) {
          known.renewing = true;
          const found = find();
          const renew = () => entries.set(what, { found, at, renewing: false });
          found.then(renew, () => entries.delete(what));
        }
        return known.found;
      }
      if (entries.size >= ENTRIES_EACH) entries.clear();
      const found = find();
      entries.set(what, { found, at, renewing: false });
      found.catch(() => entries.delete(what));
      return found;
    },
    forget(accountid) {
      accounts.delete(accountid);
    },
  };
}
