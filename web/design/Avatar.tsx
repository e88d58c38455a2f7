import styles from './Avatar.module.css';

export interface Person {
  firstname: string;
  lastname: string;
  email: string;
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
const NEUTRAL_COLOR = 'oklch(74% 0.02 75)';

/** Initials on the colour of the account. Hidden from screen readers: the control around it has the name. */
export function Avatar({ person }: { person: Person }) {
  return (
    <span className={styles.avatar} style={{ background: avatarColor(person.email) }} aria-hidden>
      {initials(person)}
    </span>
  );
}

/** First letters of both names; without names the first letter of the address (requirements A-SHELL-05, A-SHELL-07). */
export function initials({ firstname, lastname, email }: Person): string {
  const letters = firstCharacter(firstname) + firstCharacter(lastname);
  return (letters || firstCharacter(email)).toLocaleUpperCase();
}

/** One of 26 colours by the first letter of the address, light enough for dark text (requirement A-SHELL-06). */
export function avatarColor(email: string): string {
  const letter = firstCharacter(email).toLowerCase();
  const index = letter === '' ? -1 : LETTERS.indexOf(letter);
  // A factor of 7 gives neighbours in the alphabet very different hues.
  return index < 0 ? NEUTRAL_COLOR : `oklch(74% 0.11 ${Math.round((((index * 7) % 26) * 360) / 26)})`;
}

/** The first code point, because a surrogate half is no character. */
const firstCharacter = (text: string): string => Array.from(text.trim())[0] ?? '';
