/** Whose avatar: names, and the address that gives the colour. */
export interface Person {
  firstname: string;
  lastname: string;
  email: string;
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz';
const NEUTRAL = 'oklch(74% 0.02 75)';

/** Two initials; without names the first letter of the address (A-SHELL-05, A-SHELL-07). */
export function initials({ firstname, lastname, email }: Person): string {
  const both = first(firstname) + first(lastname);
  return (both || first(email)).toLocaleUpperCase();
}

/** One of 26 colours by the first letter of the address, each light enough for dark letters (A-SHELL-06). */
export function avatarColor(email: string): string {
  const letter = first(email).toLowerCase();
  const place = letter === '' ? -1 : LETTERS.indexOf(letter);
  // Steps of 7 letters keep neighbours in the alphabet far apart on the wheel.
  return place < 0 ? NEUTRAL : `oklch(74% 0.11 ${Math.round((((place * 7) % 26) * 360) / 26)})`;
}

/** The first character as people count them, not half of one. */
const first = (text: string): string => Array.from(text.trim())[0] ?? '';
