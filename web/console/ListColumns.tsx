import { MOBILE_BELOW_PX } from '@promenade/contract/limits';
import { type ComponentProps, type ReactNode, useMemo } from 'react';
import { ActionsCell, DateCell, NumberCell, TextCell } from '../catalogue/TableCells.tsx';
import { RowLink } from '../catalogue/TitleCell.tsx';
import { MenuButton } from '../design/MenuButton.tsx';
import type { MenuItem } from '../design/MenuList.tsx';
import type { Column } from '../design/tableColumns.ts';
import { useBelow } from '../platform/windowWidth.ts';

/** A column of a list, wide or on a phone. */
export interface ListColumn<Row> extends Column<Row> {
  /** What is different on a phone. */
  phone?: Partial<Column<Row>>;
  /** The only place where it stands. */
  only?: 'phone' | 'wide';
}

type More<Row> = Partial<ListColumn<Row>>;
type Link = Omit<ComponentProps<typeof RowLink>, 'tabIndex'>;

const make =
  (width: number, share: number) =>
  <Row,>(id: string, header: string, cell: Column<Row>['cell'], more?: More<Row>): ListColumn<Row> => ({
    id,
    header,
    width,
    share,
    cell,
    ...more,
  });

/** Columns by what stands in them; `more` says what is unlike others of the kind. */
export const column = {
  text: <Row,>(id: string, header: string, read: (row: Row) => string, more?: More<Row>) =>
    make(120, 2)(id, header, (row: Row) => <TextCell text={read(row)} />, more),
  number: <Row,>(id: string, header: string, read: (row: Row) => ReactNode, more?: More<Row>) =>
    make(100, 0)(id, header, (row: Row) => <NumberCell>{read(row)}</NumberCell>, more),
  /** `read` gives an instant, a day, or nothing. */
  date: <Row,>(id: string, header: string, read: (row: Row) => string | null, more?: More<Row>) =>
    make(104, 0)(id, header, (row: Row) => <OptionalDate date={read(row)} />, more),
  /** Names the row and opens it. */
  link: <Row,>(id: string, header: string, read: (row: Row) => Link, more?: More<Row>) =>
    make(170, 2)(id, header, (row: Row, tabIndex) => <RowLink {...read(row)} tabIndex={tabIndex} />, {
      isRowName: true,
      ...more,
    }),
  /** A menu of what can be done with the row. */
  actions: <Row,>(
    header: string,
    label: (row: Row) => string,
    list: (row: Row) => readonly (MenuItem | false)[],
    more?: More<Row>,
  ) =>
    make(56, 0)(
      'actions',
      header,
      (row: Row, tabIndex) => (
        <ActionsCell>
          <MenuButton label={label(row)} items={list(row).filter((item) => item !== false)} tabIndex={tabIndex} />
        </ActionsCell>
      ),
      { isFixed: true, ...more },
    ),
};

const OptionalDate = ({ date }: { date: string | null }) => date && <DateCell date={date} />;

/** The columns of this window. Takes the same array while nothing changes. */
export function useColumns<Row>(columns: readonly ListColumn<Row>[]): Column<Row>[] {
  const isPhone = useBelow(MOBILE_BELOW_PX);
  return useMemo(
    () =>
      columns
        .filter(({ only }) => only === undefined || (only === 'phone') === isPhone)
        .map((each) => ({ ...each, ...(isPhone && each.phone) })),
    [columns, isPhone],
  );
}
