/** Writes items in groups: those that arrive while an earlier group is being written are the next group. */
export function createBatcher<Item>(write: (items: Item[]) => Promise<void>): (item: Item) => Promise<void> {
  let waiting: Item[] = [];
  let next: Promise<void> | undefined;
  let previous: Promise<void> = Promise.resolve();

  function writeWaiting(): Promise<void> {
    const items = waiting;
    waiting = [];
    next = undefined;
    const written = write(items);
    previous = written.catch(() => undefined);
    return written;
  }

  return (item) => {
    waiting.push(item);
    next ??= previous.then(writeWaiting);
    return next;
  };
}
