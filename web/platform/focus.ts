/** Ref callback that focuses an element as soon as it is in the page: what had the focus before is gone. */
export const focusOnMount = (element: HTMLElement | null): void => element?.focus();

/** Focuses the first enabled field that `errors` names. */
export function focusFirstError(form: HTMLFormElement, errors: object): void {
  const [name] = Object.keys(errors);
  if (name !== undefined) form.querySelector<HTMLElement>(`[name="${name}"]:enabled`)?.focus();
}
