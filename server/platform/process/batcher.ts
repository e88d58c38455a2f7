/** Writes items in groups: those that arrive while an earlier group is being written are the next group. Gives what `write` gave for the group. */
export function createBatcher<Item, Result = void>(
  write: (items: Item[]) => Promise<Result>,
): (item: Item) => Promise<Result> {
  let waiting: Item[] = [];
  let next: Promise<Result> | undefined;
  let previous: Promise<unknown> = Promise.resolve();

  function writeWaiting(): Promise<Result> {
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
