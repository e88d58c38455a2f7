import { setTimeout as pause } from 'node:timers/promises';

/**
 * Handles items in groups: those that arrive while an earlier group is being handled are the next group. Each item gets
 * the result of its whole group.
 * @param intervalMs shortest time from the start of a group to the start of the next one; longer means larger groups
 */
export function createBatcher<Item, Result = void>(
  handle: (items: Item[]) => Promise<Result>,
  intervalMs = 0,
): (item: Item) => Promise<Result> {
  let waiting: Item[] = [];
  let next: Promise<Result> | undefined;
  let previous: Promise<unknown> = Promise.resolve();

  function handleWaiting(): Promise<Result> {
    const items = waiting;
    waiting = [];
    next = undefined;
    const handled = handle(items);
    previous = Promise.allSettled([handled, intervalMs > 0 && pause(intervalMs)]);
    return handled;
  }

  return (item) => {
    waiting.push(item);
    next ??= previous.then(handleWaiting);
    return next;
  };
}
