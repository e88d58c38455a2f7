/** The value of a `datetime-local` input, in the time zone of the browser. */
export function toLocalInput(instant: string): string {
  const date = new Date(instant);
  if (Number.isNaN(date.valueOf())) return '';
  return new Date(date.valueOf() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** The instant of a `datetime-local` input, as ISO text; null when it is empty. */
export function fromLocalInput(value: string): string | null {
  const date = new Date(value);
  return Number.isNaN(date.valueOf()) ? null : date.toISOString();
}
