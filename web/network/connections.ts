import type { Connection } from '@promenade/contract/network';

/** From so many connections on, a list of them can be searched. */
const FILTER_BEYOND = 12;

/** Whether there are too many to look through. */
export const isLong = (connections: readonly Connection[]): boolean => connections.length > FILTER_BEYOND;

/** How a connection is called; one without a name by its address. */
export const nameOf = ({ full_name, email }: Connection): string => full_name.trim() || email;

/** Those whose name or address holds these letters, however they are written. */
export function foundBy(connections: readonly Connection[], letters: string): readonly Connection[] {
  const wanted = plain(letters.trim());
  if (wanted === '') return connections;
  return connections.filter(({ full_name, email }) => plain(`${full_name} ${email}`).includes(wanted));
}

/** Without case and accents: people type neither when they look for somebody. */
const plain = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();
