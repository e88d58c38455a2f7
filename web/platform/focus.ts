/** Ref callback for an element that replaces the focused one. */
export const focusOnMount = (element: HTMLElement | null): void => element?.focus();

/** Focuses the first enabled field that `errors` names. */
export function focusFirstError(form: HTMLFormElement, errors: object): void {
  const [name] = Object.keys(errors);
  if (name !== undefined) form.querySelector<HTMLElement>(`[name="${name}"]:enabled`)?.focus();
}
