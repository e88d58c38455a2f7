import styles from './VersionedTitle.module.css';

/** A title, followed by its version in softer text. Without room for both, the title is cut. The element around it has `dir="auto"`. */
export function VersionedTitle({ title, version }: { title: string; version: string | undefined }) {
  if (!version) return title;
  return (
    <span className={styles.words}>
      <span className={styles.title}>{title}</span>
      <bdi className={styles.version}>{` (${version})`}</bdi>
    </span>
  );
}
