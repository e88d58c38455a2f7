import { notify } from './notices.ts';

const UNAVAILABLE = [502, 503, 504];
let isDown = false;

/** Says once per outage that the service cannot be reached (A-ERR-21). */
export function reportAnswer(status: number): void {
  if (UNAVAILABLE.includes(status)) announce();
  else isDown = false;
}

/** No answer while the browser has a network counts as an outage; without one the offline banner speaks. */
export function reportSilence(): void {
  if (navigator.onLine) announce();
}

function announce(): void {
  if (isDown) return;
  isDown = true;
  // While only some calls fail, each of them is an outage: one toast tells of all.
  notify({ category: 'serviceUnavailable', about: 'service' });
}
