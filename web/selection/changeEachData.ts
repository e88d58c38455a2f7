import { type QueryKey, useQueryClient } from '@tanstack/react-query';

/** Changes rows one after the other, and fetches the queries of `key` again. Gives those that could not be changed. */
export function useChangeEach<Row>(key: QueryKey) {
  const cache = useQueryClient();
  return async (rows: readonly Row[], change: (row: Row) => Promise<unknown>) => {
    const failed: { row: Row; failure: unknown }[] = [];
    for (const row of rows) await change(row).catch((failure: unknown) => void failed.push({ row, failure }));
    await cache.invalidateQueries({ queryKey: key });
    return failed;
  };
}
