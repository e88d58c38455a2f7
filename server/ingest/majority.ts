/** The value most of the tracks carry; the first of equals. `divided` when they do not agree. Case does not count. */
export function majority(values: readonly (string | undefined)[]): { value: string | undefined; divided: boolean } {
  const counts = new Map<string, { value: string; count: number }>();
  for (const value of values) {
    if (value === undefined || value === '') continue;
    const known = counts.get(value.toLowerCase());
    if (known) known.count++;
    else counts.set(value.toLowerCase(), { value, count: 1 });
  }
  const best = [...counts.values()].reduce<{ value: string; count: number } | undefined>(
    (most, each) => (most && most.count >= each.count ? most : each),
    undefined,
  );
  return { value: best?.value, divided: counts.size > 1 };
}
