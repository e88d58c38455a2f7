import type { Route } from '@promenade/contract/route';
import type { TextKey } from './text.ts';

/** Error texts of a field without a value and of one with a wrong value; `wrong` defaults to `empty`. */
export interface FieldTexts {
  empty: TextKey;
  wrong?: TextKey;
}

type FieldErrors<Field extends string> = { [field in Field]?: TextKey };

/** Validates the values by a schema of the contract. `alsoInvalid` names fields that fail a rule beyond the schema. */
export function validateFields<Field extends string>(
  schema: NonNullable<Route['body']>,
  values: Readonly<Record<string, unknown>>,
  texts: Readonly<Record<Field, FieldTexts>>,
  alsoInvalid: readonly string[] = [],
): FieldErrors<Field> {
  const issues = schema.safeParse(values).error?.issues ?? [];
  return describeErrors([...issues.map(({ path }) => String(path[0])), ...alsoInvalid], values, texts);
}

/** Error texts of the invalid fields, in the order of `texts`; fields without texts are left out. */
export function describeErrors<Field extends string>(
  invalidFields: readonly string[],
  values: Readonly<Record<string, unknown>>,
  texts: Readonly<Record<Field, FieldTexts>>,
): FieldErrors<Field> {
  const errors = Object.entries<FieldTexts>(texts)
    .filter(([field]) => invalidFields.includes(field))
    .map(([field, { empty, wrong = empty }]) => [field, isEmpty(values[field]) ? empty : wrong]);
  return Object.fromEntries(errors) as FieldErrors<Field>;
}

const isEmpty = (value: unknown): boolean => typeof value !== 'string' || value.trim() === '';
