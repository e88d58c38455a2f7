import type { Route } from '@promenade/contract/route';
import type { TextKey } from './text.ts';

/** What to say about a field that says nothing, and about one that says something wrong. */
export interface FieldWords {
  empty: TextKey;
  wrong?: TextKey;
}

/**
 * What is wrong with a form before it is sent, by the contract's own schema: a text for each field at fault, in the
 * order of `words`; empty when nothing is.
 */
export function fieldErrors<Field extends string>(
  schema: NonNullable<Route['body']>,
  values: Readonly<Record<string, unknown>>,
  words: Readonly<Record<Field, FieldWords>>,
): { [field in Field]?: TextKey } {
  const refused = new Set(schema.safeParse(values).error?.issues.map((issue) => issue.path[0]));
  const said = Object.entries<FieldWords>(words)
    .filter(([field]) => refused.has(field))
    .map(([field, { empty, wrong = empty }]) => [field, isEmpty(values[field]) ? empty : wrong]);
  return Object.fromEntries(said) as { [field in Field]?: TextKey };
}

const isEmpty = (value: unknown): boolean => typeof value !== 'string' || value.trim() === '';

/** Puts the focus on the first field of a form that is at fault. */
export function focusFirst(form: HTMLFormElement, errors: object): void {
  const [name] = Object.keys(errors);
  const field = name === undefined ? null : form.elements.namedItem(name);
  if (field instanceof HTMLElement) field.focus();
}
