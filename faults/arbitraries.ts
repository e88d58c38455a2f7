import fc, { type Arbitrary } from 'fast-check';

/** As much of JSON Schema as the contract's declarations come to. */
export interface Shape {
  type?: string;
  const?: unknown;
  enum?: unknown[];
  anyOf?: Shape[];
  properties?: Record<string, Shape>;
  required?: string[];
  items?: Shape;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
}

/** Values that exist in the world that is called, by the names that fields have for them. */
export type Known = Record<string, readonly string[]>;

const ITEMS_MAX = 6;
/** Stands for arrays in arrays, deeper than any parser recurses; put into the text of a body. */
export const DEEP = '<deep>';

const words = [
  '| |\0|a\0b|\ud800|x\udfff|😀|\u202eabc|\ufeff|ß|İ|NaN|-1|1e309|0x10|-0|9007199254740993|1.5|00|null|undefined|true|[]',
  "' or 1=1 --|%|_|\\|$1|../../secret|<script>|&amp;|\r\nx-y: z|__proto__|constructor|a@b|a@b.c\n",
];
/** What nobody means, as a field may hold it. */
export const hostile: Arbitrary<unknown> = fc.oneof(
  fc.constantFrom(...words.flatMap((some) => some.split('|'))),
  fc.constantFrom(DEEP, '00000000-0000-0000-0000-000000000000', `${'a'.repeat(250)}@b.example`),
  fc.constantFrom('x'.repeat(5_000), 'e\u0301'.repeat(120)),
  fc.constantFrom(0, -1, 1.5, 1e21, 2 ** 53, 1e308, -1e308, 5e-324, 2 ** 31, true, false, null),
  fc.constantFrom([], {}, [null], [[[[]]]], { length: 1 }, { toString: 1 }, ['a', 'b']),
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.jsonValue({ maxDepth: 4 }),
);

/** What a schema takes: where something of that name exists often that, else whatever its shape allows, to the very edge. */
export function fitting(shape: Shape, known: Known, name = ''): Arbitrary<unknown> {
  if (shape.enum) return fc.constantFrom(...shape.enum);
  if (shape.const !== undefined) return fc.constant(shape.const);
  if (shape.anyOf) return fc.oneof(...shape.anyOf.map((one) => fitting(one, known, name)));
  const { minimum: min, maximum: max } = shape;
  switch (shape.type) {
    case 'object': {
      const fields = Object.entries(shape.properties ?? {}).map(([key, field]) => [key, fitting(field, known, key)]);
      const all = Object.fromEntries(fields) as Record<string, Arbitrary<unknown>>;
      return fc.record(all, { requiredKeys: shape.required ?? [] });
    }
    case 'array':
      return fc.array(fitting(shape.items ?? {}, known, name), {
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
      return those ? often(9, fc.constantFrom(...those), made) : made;
    }
    default:
      return fc.jsonValue();
  }
}

function text({ pattern, minLength = 0, maxLength = 300 }: Shape): Arbitrary<string> {
  if (pattern !== undefined) return fc.stringMatching(new RegExp(pattern));
  const longest = 'x'.repeat(maxLength);
  return fc.oneof(fc.string({ unit: 'binary', minLength, maxLength: Math.min(maxLength, 60) }), fc.constant(longest));
}

/** What a part of a request is made of. */
export type Fields = Record<string, unknown>;

/** One of these as often as `weight` says, to once the other. */
export const often = <T>(weight: number, mostly: Arbitrary<T>, other: Arbitrary<T>): Arbitrary<T> =>
  fc.oneof({ weight, arbitrary: mostly }, { weight: 1, arbitrary: other });

/** Mostly what fits; else one field wrong, missing or too many. */
export function nearly(fit: Arbitrary<Fields>): Arbitrary<Fields> {
  const added = fc.constantFrom('__proto__', 'constructor', 'toString', 'id', 'token', 'then', '', 'a.b', '\0');
  return fc.oneof(
    { weight: 8, arbitrary: fit },
    {
      weight: 2,
      arbitrary: fc.tuple(fit, fc.nat(), hostile).map(([all, at, bad]) => withField(all, keyAt(all, at), bad)),
    },
    { weight: 1, arbitrary: fc.tuple(fit, fc.nat()).map(([all, at]) => withField(all, keyAt(all, at), undefined)) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(fit, added, often(4, hostile, fc.constant(DEEP)))
        .map(([all, key, bad]) => withField(all, key, bad)),
    },
  );
}

const keyAt = (all: Fields, at: number): string => Object.keys(all)[at % Object.keys(all).length] ?? 'x';

/** As an own field, whatever its name; gone when undefined. */
const withField = (all: Fields, key: string, value: unknown): Fields =>
  Object.fromEntries(
    Object.entries({ ...all })
      .filter(([name]) => name !== key)
      .concat(value === undefined ? [] : [[key, value]]),
  );
