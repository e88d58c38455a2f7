import fc, { type Arbitrary } from 'fast-check';

/** Changes the bytes of a file; `others` gives bytes of other formats. */
type Mutation = (bytes: Buffer, others: readonly Buffer[]) => Buffer;

/** Sizes, counts and offsets that make parsers loop, allocate or read too far. */
const HOSTILE_NUMBERS = [0, 1, 2, 7, 8, 0x7f, 0xff, 0xffff, 0x10000, 0x7fffffff, 0x80000000, 0xfffffff8, 0xffffffff];
/** Names of boxes, chunks and frames; a size is before or after them. */
const TAG =
  /moov|trak|mdia|minf|stbl|st(?:co|sz|sc|ts|sd)|co64|[mt]vhd|tkhd|mdhd|udta|meta|ilst|mdat|ftyp|RIFF|RF64|ds64|fmt |data|LIST|bext|FORM|COMM|SSND|OggS|fLaC|ID3|T[A-Z]{2}[A-Z0-9]|APIC|Xing|Info|IHDR|IDAT|VP8|meta|iloc/g;
const HEAD_BYTES = 512;
const RUN_BYTES = 4_096;

/** A part of the length: half of them in the first bytes, where headers are, or in the last. */
const offset = fc.oneof(
  { weight: 3, arbitrary: fc.nat(HEAD_BYTES).map((at) => (length: number) => Math.min(at, length)) },
  { weight: 1, arbitrary: fc.nat(HEAD_BYTES).map((at) => (length: number) => Math.max(0, length - at)) },
  {
    weight: 2,
    arbitrary: fc.double({ min: 0, max: 1, noNaN: true }).map((part) => (length: number) => Math.floor(part * length)),
  },
);
const length = fc.oneof(fc.nat(16), fc.nat(RUN_BYTES));

const changedSize: Arbitrary<Mutation> = fc
  .tuple(
    fc.nat(),
    fc.constantFrom(-4, 4),
    fc.constantFrom(...HOSTILE_NUMBERS),
    fc.constantFrom('writeUInt32BE', 'writeUInt32LE'),
  )
  .map(([pick, where, value, write]) =>
    change((bytes) => {
      const tags = [...bytes.toString('latin1').matchAll(TAG)];
      const at = (tags[pick % tags.length]?.index ?? 0) + where;
      if (at >= 0 && at + 4 <= bytes.length) bytes[write](value, at);
    }),
  );

const mutation: Arbitrary<Mutation> = fc.oneof(
  { weight: 6, arbitrary: changedSize },
  fc
    .tuple(offset, fc.nat(255))
    .map(([at, value]) => change((bytes) => bytes.writeUInt8(value, Math.min(at(bytes.length), bytes.length - 1)))),
  fc.tuple(offset, fc.nat(7)).map(([at, bit]) =>
    change((bytes) => {
      const index = Math.min(at(bytes.length), bytes.length - 1);
      bytes[index] = (bytes[index] ?? 0) ^ (1 << bit);
    }),
  ),
  fc
    .tuple(offset, fc.constantFrom(...HOSTILE_NUMBERS), fc.constantFrom('writeUInt32BE', 'writeUInt32LE'))
    .map(([at, value, write]) =>
      change((bytes) => bytes.length >= 4 && bytes[write](value, Math.min(at(bytes.length), bytes.length - 4))),
    ),
  fc
    .tuple(offset, length, fc.constantFrom(0, 0xff, 0x20, 0x3c))
    .map(([at, bytes, value]) => splice(at, 0, () => Buffer.alloc(bytes, value))),
  fc.tuple(offset, length).map(([at, bytes]) => splice(at, bytes, () => Buffer.alloc(0))),
  fc
    .tuple(offset, length, fc.nat(8))
    .map(([at, bytes, times]) =>
      splice(at, 0, (all, from) =>
        Buffer.concat(Array.from({ length: times }, () => all.subarray(from, from + bytes))),
      ),
    ),
  offset.map((at) => (bytes: Buffer) => bytes.subarray(0, at(bytes.length))),
  fc.tuple(offset, fc.nat(), offset).map(([at, other, from]) => (bytes: Buffer, others: readonly Buffer[]) => {
    const donor = others[other % others.length] ?? bytes;
    return Buffer.concat([bytes.subarray(0, at(bytes.length)), donor.subarray(from(donor.length))]);
  }),
);

/** One to four changes after another. */
export const mutations: Arbitrary<Mutation> = fc
  .array(mutation, { minLength: 1, maxLength: 4 })
  .map((all) => (bytes, others) => all.reduce((changed, one) => one(changed, others), bytes));

const change =
  (write: (bytes: Buffer) => unknown): Mutation =>
  (bytes) => {
    const copy = Buffer.from(bytes);
    if (copy.length > 0) write(copy);
    return copy;
  };

const splice =
  (at: (length: number) => number, removed: number, insert: (bytes: Buffer, from: number) => Buffer): Mutation =>
  (bytes) => {
    const from = at(bytes.length);
    return Buffer.concat([bytes.subarray(0, from), insert(bytes, from), bytes.subarray(from + removed)]);
  };
