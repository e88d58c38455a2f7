/** Control characters, line separators, and format characters that reorder text. Tabs are harmless. */
const UNSAFE = /[^\P{Cc}\t]|[\p{Bidi_Control}\u2028\u2029]/gu;

const escape = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** One line for a terminal. What could move the cursor, change colours or hide text is shown as `\u001b`. */
export const printable = (text: string): string => text.replace(UNSAFE, escape);

/** The same for several lines. */
export const printableLines = (text: string): string => text.split('\n').map(printable).join('\n');

/** Escapes in a JSON text what `JSON.stringify` leaves. Its value stays the same. */
export const printableJson = (json: string): string => printable(json);

/** Makes the texts in a line of JSON printable after they are parsed. */
export const printableInJson = (line: string): string =>
  line
    .replace(/\\(?:u00[01][0-9a-f]|[^])/gi, (found) => (/^\\[ubfr]/.test(found) ? `\\${found}` : found))
    .replace(UNSAFE, (character) => (character === '\n' ? character : `\\${escape(character)}`));
