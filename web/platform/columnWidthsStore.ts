import { COLUMN_MIN_PX, COLUMN_RELEASE_MS, MOBILE_BELOW_PX } from '@promenade/contract/limits';
import { create } from 'zustand';
import { readSlice, writeSlice } from './persisted.ts';
import { useText } from './text.ts';
import { useBelow } from './windowWidth.ts';

const kinds = ['artists', 'labels', 'releases', 'songs'] as const;
/** Tables of one kind share their widths (C-TABLE-07). */
export type TableKind = (typeof kinds)[number];
/** Column id to pixels. */
type Widths = Readonly<Record<string, number>>;
type Tables = Record<TableKind, Widths>;

/** Widths of the columns that somebody dragged; kept under `table` and nowhere else (C-ENTITY-22). */
export const useTables = create<Tables>(() => restored(readSlice('table')));

useTables.subscribe((tables) => writeSlice('table', tables));

/** How the columns of these tables change their widths; undefined on phones, where they do not. */
export function useSizing(kind: TableKind) {
  const t = useText();
  const isMobile = useBelow(MOBILE_BELOW_PX);
  const widths = useTables((tables) => tables[kind]);
  if (isMobile) return undefined;
  return {
    widths,
    onWidthsChange: (next: Widths) => useTables.setState({ [kind]: next }),
    minWidth: COLUMN_MIN_PX,
    sortDelayMs: COLUMN_RELEASE_MS,
    label: (header: string) => t('table.width', { header }),
  };
}

/** What was kept; what is no width is left out (C-PERSIST-03). */
export function restored(kept: unknown): Tables {
  const tables = (kept ?? {}) as Partial<Record<TableKind, unknown>>;
  return Object.fromEntries(kinds.map((kind) => [kind, onlyWidths(tables[kind])])) as Tables;
}

function onlyWidths(kept: unknown): Widths {
  const entries = Object.entries((kept ?? {}) as Record<string, unknown>);
  const isWidth = (entry: [string, unknown]): entry is [string, number] =>
    typeof entry[1] === 'number' && entry[1] >= COLUMN_MIN_PX;
  return Object.fromEntries(entries.filter(isWidth));
}
