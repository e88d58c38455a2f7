import type { FoundLabel } from '@promenade/contract/search';
import { CatalogueTable, type Cells } from '../gallery/CatalogueTable.tsx';
import styles from '../gallery/ReleaseCells.module.css';
import { LABEL_COLUMNS } from '../gallery/tableColumns.ts';
import { profilePath } from '../platform/paths.ts';
import { SmallCover } from '../player/PlayCover.tsx';
import { FigureCell } from '../releases/TableCells.tsx';
import { RowLink } from '../releases/TitleCell.tsx';

const cells: Cells<FoundLabel, 'logo' | 'label' | 'releases'> = {
  logo: ({ logo }) => (
    <div className={styles.logo}>
      <SmallCover src={logo} />
    </div>
  ),
  label: ({ label }, tabIndex) => <RowLink to={profilePath('label', label)} title={label} tabIndex={tabIndex} />,
  releases: ({ releases }) => <FigureCell>{releases}</FigureCell>,
};

/** Labels as a table; a row leads to the releases of its label (C-ROUTE-14). */
export function LabelTable({ labels, label }: { labels: FoundLabel[]; label: string }) {
  return (
    <CatalogueTable
      kind="labels"
      label={label}
      plan={LABEL_COLUMNS}
      cells={cells}
      rows={labels}
      rowKey={({ labelid }) => labelid}
    />
  );
}
