const SYLLABLES =
  'ba be bi bo bu da de di do du fa fe fi fo ga ge gi go ha he hi ho ja jo ka ke ki ko la le li lo lu ma me mi mo mu na ne ni no nu pa pe pi po ra re ri ro ru sa se si so su ta te ti to tu va ve vi vo wa we wi wo ya yo za ze zo'.split(
    ' ',
  );

/** As many different words of two or three syllables, the same in every run. At most 300,000. */
export function words(count: number): string[] {
  const at = (n: number) => SYLLABLES[n % SYLLABLES.length] ?? '';
  const size = SYLLABLES.length;
  return Array.from({ length: count }, (_none, n) => {
    const rest = Math.floor(n / (size * size));
    return at(n * 7 + rest) + at(Math.floor(n / size) * 5 + n * 3) + (rest === 0 ? '' : at(rest) + at(rest * 11 + 3));
  });
}

/** Numbers from 0 up to 1 that look random and are the same in every run. */
export function dice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}
