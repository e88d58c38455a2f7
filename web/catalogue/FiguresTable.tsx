import type { ReactNode } from 'react';
import styles from './FiguresTable.module.css';

interface Props {
  label: string;
  isTitled?: boolean;
  head: string[];
  /** How many columns hold words; the others hold numbers. */
  words?: number;
  rows: { key: string; cells: ReactNode[] }[];
}

/** A table of words and, right-aligned, numbers. */
export function FiguresTable({ label, isTitled = true, head, words = 1, rows }: Props) {
  return (
    <section className={styles.section}>
      {isTitled && <h2 className={styles.heading}>{label}</h2>}
      {/* Scrolls sideways in narrow windows, by keyboard too. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be focusable */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- as above */}
      <div className={styles.scroll} role="region" aria-label={label} tabIndex={0}>
        <table className={styles.table} data-words={words}>
          <thead>
            <tr>
              {head.map((name, index) => (
                <th key={name} scope="col" data-figure={index >= words || undefined}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ key, cells }) => (
              <tr key={key}>
                {cells.map((cell, index) =>
                  index === 0 ? (
                    <th key={head[index]} scope="row">
                      {cell}
                    </th>
                  ) : (
                    <td key={head[index]} data-figure={index >= words || undefined}>
                      {cell}
                    </td>
                  ),
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
