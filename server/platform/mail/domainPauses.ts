const FIRST_MS = 5_000;
const MAX_MS = 15 * 60_000;

/** Pauses between mails to domains whose server answers 4xx, each twice as long as the one before; of this process. */
export function createDomainPauses() {
  const pauses = new Map<string, { until: number; ms: number }>();
  return {
    /** @throws while the domain is paused; the job of the mail is retried later */
    requireNone(domain: string, now: Date): void {
      const pause = pauses.get(domain);
      if (pause && pause.until > now.getTime())
        throw new Error(`The mail server of ${domain} wants fewer mails: not tried yet.`);
    },
    begin(domain: string, now: Date): void {
      const { until = 0, ms = FIRST_MS / 2 } = pauses.get(domain) ?? {};
      // Mails that were under way when the pause began do not lengthen it.
      if (until > now.getTime()) return;
      const next = Math.min(ms * 2, MAX_MS);
      pauses.set(domain, { until: now.getTime() + next, ms: next });
    },
    end: (domain: string) => void pauses.delete(domain),
  };
}
