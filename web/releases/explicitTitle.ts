/** For plain text, where no icon can stand: toasts, document titles. */
export const explicitTitle = ({ title, explicit }: { title: string; explicit: boolean }): string =>
  explicit ? `${title} [E]` : title;
