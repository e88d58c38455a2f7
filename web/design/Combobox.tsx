import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import styles from './SearchList.module.css';

/** One line to choose. */
export interface Choice {
  id: string;
  text: string;
  /** A quiet word behind it. */
  note?: string;
  /** Before the words. */
  sign?: ReactNode;
}

interface Props {
  /** What is chosen here, for ears. */
  label: string;
  /** Inside the field while it is empty. */
  placeholder: string;
  typed: string;
  onType: (typed: string) => void;
  /** Those that fit what was typed. */
  choices: readonly Choice[];
  /** Always there, at the bottom: makes what the list does not have. */
  last: Choice;
  onChoose: (id: string) => void;
  /** Between the field and the list: it is on its way, or did not come. */
  children?: ReactNode;
}

/** A field above a list that shrinks while one types; arrows walk the list without leaving the field. */
export function SearchList({ label, placeholder, typed, onType, choices, last, onChoose, children }: Props) {
  const id = useId();
  const all = [...choices, last];
  const [at, setAt] = useState(0);
  const chosen = Math.min(at, all.length - 1);
  const lineId = (line: number) => `${id}-${line}`;
  function go(to: number) {
    const line = (to + all.length) % all.length;
    setAt(line);
    document.getElementById(lineId(line))?.scrollIntoView({ block: 'nearest' });
  }
  function press(event: KeyboardEvent) {
    const choice = all[chosen];
    if (event.key === 'ArrowDown') go(chosen + 1);
    else if (event.key === 'ArrowUp') go(chosen - 1);
    else if (event.key === 'Enter' && choice) onChoose(choice.id);
    else return;
    event.preventDefault();
  }
  const line = ({ id: choice, text, note, sign }: Choice, place: number) => (
    <button
      key={choice}
      id={lineId(place)}
      type="button"
      role="option"
      aria-selected={place === chosen}
      tabIndex={-1}
      className={styles.choice}
      onPointerMove={() => setAt(place)}
      onClick={() => onChoose(choice)}
    >
      {sign}
      <span className={styles.text}>
        <bdi>{text}</bdi>
      </span>
      {note && <span className={styles.note}>{note}</span>}
    </button>
  );
  return (
    <div className={styles.search}>
      <input
        type="text"
        role="combobox"
        className={styles.input}
        aria-label={label}
        aria-expanded
        aria-controls={id}
        aria-activedescendant={lineId(chosen)}
        aria-autocomplete="list"
        autoComplete="off"
        spellCheck={false}
        placeholder={placeholder}
        value={typed}
        autoFocus
        onChange={({ target }) => {
          setAt(0);
          onType(target.value);
        }}
        onKeyDown={press}
      />
      {children}
      <div id={id} role="listbox" aria-label={label} className={styles.list}>
        <div role="presentation" className={styles.choices}>
          {choices.map(line)}
        </div>
        {line(last, choices.length)}
      </div>
    </div>
  );
}
