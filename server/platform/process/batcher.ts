/**
 * Handles items in groups: those that arrive while an earlier group is being handled are the next group. Each item gets
 * the result of its whole group.
 */
export function createBatcher<Item, Result = void>(
  handle: (items: Item[]) => Promise<Result>,
): (item: Item) => Promise<Result> {
  let waiting: Item[] = [];
  let next: Promise<Result> | undefined;
  let previous: Promise<unknown> = Promise.resolve();

  function handleWaiting(): Promise<Result> {
    const items = waiting;
    waiting = [];
    next = undefined;
    const handled = handle(items);
    previous = handled.catch(() => undefined);
    return handled;
  }

  return (item) => {
    waiting.push(item);
    next ??= previous.then(handleWaiting);
    return next;
  };
}
