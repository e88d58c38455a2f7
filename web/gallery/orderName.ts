import type { TextKey } from '../platform/text.ts';
import { type Order, periodOf } from './galleryUrl.ts';

/** What the orders are called that the headers of the list lead to. */
const byColumn: Record<string, TextKey> = {
  date: 'filters.sort-date',
  artist: 'filters.sort-artist',
  title: 'filters.sort-title',
  duration: 'filters.sort-duration',
};

/** What an order is called. */
export function orderName(order: Order): TextKey {
  const period = periodOf(order);
  if (period) return `filters.sort-${period}`;
  return byColumn[order.sort.replace('-', '')] ?? 'filters.sort-all';
}
