import type { FoundLabel } from '@promenade/contract/search';
import { profilePath } from '../platform/paths.ts';
import { CatalogueTable, type Cells } from './CatalogueTable.tsx';
import { SmallCover } from './PlayCover.tsx';
import { ProfileCell } from './ProfileCell.tsx';
import styles from './TableCells.module.css';
import { LABEL_COLUMNS } from './tableColumns.ts';

const cells: Cells<FoundLabel, 'logo' | 'label' | 'releases'> = {
  logo: ({ logo }) => (
    <div className={styles.logo}>
      <SmallCover src={logo} />
    </div>
  ),
  label: ({ label }, tabIndex) => <ProfileCell to={profilePath('label', label)} name={label} tabIndex={tabIndex} />,
  releases: ({ releases }) => <span className={styles.figures}>{releases}</span>,
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
