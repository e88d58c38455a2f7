import fc, { type Arbitrary } from 'fast-check';

/** The part of JSON Schema that the contract uses. */
export interface JsonSchema {
  type?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
}

/** Existing values by field name. */
export type KnownValues = Record<string, readonly string[]>;

const ITEMS_MAX = 6;
/** Placeholder for nested arrays deeper than any parser recurses; replaced in the body text. */
export const DEEP = '<deep>';

const words = [
  '| |\0|a\0b|\ud800|x\udfff|😀|\u202eabc|\ufeff|ß|İ|NaN|-1|1e309|0x10|-0|9007199254740993|1.5|00|null|undefined|true|[]',
  "' or 1=1 --|%|_|\\|$1|../../secret|<script>|&amp;|\r\nx-y: z|__proto__|constructor|a@b|a@b.c\n",
];
/** Hostile field values. */
export const hostile: Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(...words.flatMap((some) => some.split('|'))),
  fc.constantFrom(DEEP, '00000000-0000-0000-0000-000000000000', `${'a'.repeat(250)}@b.example`),
  fc.constantFrom('x'.repeat(5_000), 'e\u0301'.repeat(120)),
  fc.constantFrom(0, -1, 1.5, 1e21, 2 ** 53, 1e308, -1e308, 5e-324, 2 ** 31, true, false, null),
  fc.constantFrom([], {}, [null], [[[[]]]], { length: 1 }, { toString: 1 }, ['a', 'b']),
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.jsonValue({ maxDepth: 4 }),
);

/** Values that match a schema: mostly existing ones of that name, else any up to the limits. */
export function matching(shape: JsonSchema, known: KnownValues, name = ''): Arbitrary<unknown> {
  if (shape.enum) return fc.constantFrom(...shape.enum);
  if (shape.const !== undefined) return fc.constant(shape.const);
  if (shape.anyOf) return fc.oneof(...shape.anyOf.map((one) => matching(one, known, name)));
  const { minimum: min, maximum: max } = shape;
  switch (shape.type) {
    case 'object': {
      const fields = Object.entries(shape.properties ?? {}).map(([key, field]) => [key, matching(field, known, key)]);
      const all = Object.fromEntries(fields) as Record<string, Arbitrary<unknown>>;
      return fc.record(all, { requiredKeys: shape.required ?? [] });
    }
    case 'array':
      return fc.array(matching(shape.items ?? {}, known, name), {
        minLength: shape.minItems ?? 0,
        maxLength: ITEMS_MAX,
      });
    case 'boolean':
      return fc.boolean();
    case 'integer':
      return fc.integer({ ...(min !== undefined && { min }), ...(max !== undefined && { max }) });
    case 'number':
      return fc.double({ ...(min !== undefined && { min }), ...(max !== undefined && { max }), noNaN: true });
    case 'string': {
      const made = text(shape);
      const those = known[name];
      return those ? mostly(9, fc.constantFrom(...those), made) : made;
    }
    default:
      return fc.jsonValue();
  }
}

const LOOKAHEAD = /\(\?[!=](?:[^()]|\([^()]*\))*\)/g;

function text({ pattern, minLength = 0, maxLength = 300 }: JsonSchema): Arbitrary<string> {
  if (pattern !== undefined) {
    // The library makes no texts for lookaheads, so those that they forbid are left out afterwards.
    const made = fc.stringMatching(new RegExp(pattern.replaceAll(LOOKAHEAD, '')));
    return made.filter((value) => new RegExp(pattern).test(value));
  }
  const longest = 'x'.repeat(maxLength);
  return fc.oneof(fc.string({ unit: 'binary', minLength, maxLength: Math.min(maxLength, 60) }), fc.constant(longest));
}

export type Fields = Record<string, unknown>;

/** The first arbitrary `weight` times as often as the other. */
export const mostly = <T>(weight: number, mostly: Arbitrary<T>, other: Arbitrary<T>): Arbitrary<T> =>
  fc.oneof({ weight, arbitrary: mostly }, { weight: 1, arbitrary: other });

/** Mostly matching fields; else one field wrong, missing or added. */
export function almostMatching(fit: Arbitrary<Fields>): Arbitrary<Fields> {
  const added = fc.constantFrom('__proto__', 'constructor', 'toString', 'id', 'token', 'then', '', 'a.b', '\0');
  return fc.oneof(
    { weight: 8, arbitrary: fit },
    {
      weight: 2,
      arbitrary: fc.tuple(fit, fc.nat(), hostile).map(([all, at, bad]) => withField(all, getKey(all, at), bad)),
    },
    { weight: 1, arbitrary: fc.tuple(fit, fc.nat()).map(([all, at]) => withField(all, getKey(all, at), undefined)) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(fit, added, mostly(4, hostile, fc.constant(DEEP)))
        .map(([all, key, bad]) => withField(all, key, bad)),
    },
  );
}

const getKey = (all: Fields, at: number): string => Object.keys(all)[at % Object.keys(all).length] ?? 'x';

/** Sets an own property of any name, or removes it when undefined. */
const withField = (all: Fields, key: string, value: unknown): Fields =>
  Object.fromEntries(
    Object.entries({ ...all })
      .filter(([name]) => name !== key)
      .concat(value === undefined ? [] : [[key, value]]),
  );
