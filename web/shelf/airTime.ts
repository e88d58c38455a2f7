/** IANA name of the zone of this browser. */
export const getZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';

const two = (number: number) => String(number).padStart(2, '0');

/** Day and time of an instant in the zone of this browser. */
export const toLocalMoment = (at: Date): { day: string; time: string } => ({
  day: `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`,
  time: `${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}`,
});
