import type { FoundLabel } from '@promenade/contract/search';
import { profilePath } from '../platform/paths.ts';
import { SmallCover } from '../player/PlayCover.tsx';
import { FigureCell } from '../player/TableCells.tsx';
import { RowLink } from '../player/TitleCell.tsx';
import { CatalogueTable, type Cells } from './CatalogueTable.tsx';
import styles from './TableCells.module.css';
import { LABEL_COLUMNS } from './tableColumns.ts';

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
