import type { Connection } from '@promenade/contract/network';
import { foldText } from '../platform/format.ts';

const FILTER_FROM = 13;

/** Whether a list has enough connections for a filter field. */
export const isFilterable = (connections: readonly Connection[]): boolean => connections.length >= FILTER_FROM;

/** The full name, or the address of a person without a name. */
export const getConnectionName = ({ full_name, email }: Connection): string => full_name.trim() || email;

/** Connections whose name or address contains the text, whatever its case and accents. */
export function filterConnections(connections: readonly Connection[], filter: string): readonly Connection[] {
  const text = foldText(filter.trim());
  return connections.filter(({ full_name, email }) => foldText(`${full_name} ${email}`).includes(text));
}
