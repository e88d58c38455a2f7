/** The beginning of the latest Monday before today, in the time zone of the browser. */
export function getLastMonday(now: Date): Date {
  const daysAgo = (now.getDay() + 6) % 7 || 7;
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() - daysAgo);
}
