import { COLUMN_MIN_PX, COLUMN_RELEASE_MS, MOBILE_BELOW_PX } from '@promenade/contract/limits';
import { createAccountStore } from './accountStore.ts';
import { useText } from './text.ts';
import { useBelow } from './windowWidth.ts';

const tableKinds = ['artists', 'labels', 'releases', 'songs'] as const;
/** Tables of one kind share their column widths (requirement C-TABLE-07). */
export type TableKind = (typeof tableKinds)[number];
/** Pixels by column id. */
type Widths = Readonly<Record<string, number>>;
type Tables = Record<TableKind, Widths>;

/** Column widths that were changed by dragging; persisted as `table` (requirement C-ENTITY-22). */
export const useColumnWidths = createAccountStore<Tables>({
  slice: 'table',
  load: parseColumnWidths,
  save: (tables) => tables,
});

/** Resizing props of a table; undefined on phones. */
export function useColumnSizing(kind: TableKind) {
  const t = useText();
  const isMobile = useBelow(MOBILE_BELOW_PX);
  const widths = useColumnWidths((tables) => tables[kind]);
  if (isMobile) return undefined;
  return {
    widths,
    onWidthsChange: (changed: Widths) => useColumnWidths.setState({ [kind]: changed }),
    minWidth: COLUMN_MIN_PX,
    sortDelayMs: COLUMN_RELEASE_MS,
    label: (header: string) => t('table.width', { header }),
    valueText: (pixels: number) => t('table.pixels', { pixels }),
  };
}

/** Ignores invalid widths (requirement C-PERSIST-03). */
export function parseColumnWidths(slice: unknown): Tables {
  const tables = (slice ?? {}) as Partial<Record<TableKind, unknown>>;
  return Object.fromEntries(tableKinds.map((kind) => [kind, parseWidths(tables[kind])])) as Tables;
}

function parseWidths(value: unknown): Widths {
  const entries = Object.entries((value ?? {}) as Record<string, unknown>);
  const isWidth = (entry: [string, unknown]): entry is [string, number] =>
    typeof entry[1] === 'number' && entry[1] >= COLUMN_MIN_PX;
  return Object.fromEntries(entries.filter(isWidth));
}
