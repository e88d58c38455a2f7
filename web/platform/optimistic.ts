import { hashKey, type QueryClient, type QueryKey } from '@tanstack/react-query';

/**
 * An optimistic update: the cache shows a change at once, and the call to the server follows. Changes with equal keys are sent one
 * after the other. Meanwhile the query cache also holds the confirmed state, the one the server has. After each answer the
 * cache shows the confirmed state with all waiting changes applied again, so that a refusal undoes one change only.
 */
export interface OptimisticChange<State, Answer> {
  key: QueryKey;
  read(): State;
  write(state: State): void;
  /** The state after the change; called again when an earlier change was answered. */
  apply(state: State): State;
  /** Calls the server; `confirm` updates the confirmed state. */
  send(confirm: (update: (confirmed: State) => State) => void): Promise<Answer>;
}

/** Resolves with the answer of `send`; rejects with its error after the change was undone. */
export async function changeOptimistically<State, Answer>(
  cache: QueryClient,
  { key, read, write, apply, send }: OptimisticChange<State, Answer>,
): Promise<Answer> {
  const mutationKey = ['optimistic', ...key];
  const confirmedKey = ['confirmed', ...key];
  const mutations = cache.getMutationCache();
  if (cache.isMutating({ mutationKey }) === 0) cache.setQueryData<State>(confirmedKey, read());
  write(apply(read()));
  const mutation = mutations.build<Answer, Error, typeof apply, unknown>(cache, {
    mutationKey,
    scope: { id: hashKey(key) },
    // Offline the call fails at once instead of waiting for the network.
    networkMode: 'always',
    mutationFn: () =>
      send((update) => {
        cache.setQueryData<State>(confirmedKey, (confirmed) => confirmed && update(confirmed));
      }),
  });
  try {
    return await mutation.execute(apply);
  } finally {
    const confirmed = cache.getQueryData<State>(confirmedKey);
    const waiting = mutations.findAll({ mutationKey, status: 'pending' });
    const changes = waiting.map(({ state }) => state.variables as typeof apply);
    if (confirmed !== undefined) write(changes.reduce<State>((state, applyWaiting) => applyWaiting(state), confirmed));
  }
}
