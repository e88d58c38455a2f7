import { useQueryClient } from '@tanstack/react-query';

const LISTS = [['operator'], ['label', 'releases']];

/** Changes rows one after the other, and fetches the lists of the consoles again. Gives those that could not be changed. */
export function useChangeEach<Row>() {
  const cache = useQueryClient();
  return async (rows: readonly Row[], change: (row: Row) => Promise<unknown>) => {
    const failed: { row: Row; failure: unknown }[] = [];
    for (const row of rows) await change(row).catch((failure: unknown) => void failed.push({ row, failure }));
    await Promise.all(LISTS.map((queryKey) => cache.invalidateQueries({ queryKey })));
    return failed;
  };
}
