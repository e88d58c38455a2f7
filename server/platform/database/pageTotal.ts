/**
 * The total of a list whose rows have it. A page behind the last row has none, so that the first page tells it.
 * @param readFirst reads the first page, with one row
 */
export async function getTotal(
  rows: readonly { total: number }[],
  page: number,
  readFirst: (first: { page: 1; pagesize: 1 }) => Promise<{ total: number }>,
): Promise<number> {
  if (rows[0]) return rows[0].total;
  return page > 1 ? (await readFirst({ page: 1, pagesize: 1 })).total : 0;
}
