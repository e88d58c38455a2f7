import * as z from 'zod/mini';

// Lists that several tabs change at the same time. Each element has a position and the time of its last change; removed
// elements leave their id and time. Merging keeps the later change of each element, in any order of merging.

/** Position in the list and time of the last change, in milliseconds since 1970. */
type Mark = readonly [position: number, changedAt: number];

export interface ListMarks {
  present: ReadonlyMap<string, Mark>;
  /** Times of removals by id. */
  removed: ReadonlyMap<string, number>;
  /** Removals before this time are forgotten: an older element that one side does not know was removed there. */
  since: number;
}

export interface MarkedList<Element> {
  elements: readonly Element[];
  marks: ListMarks;
}

type IdOf<Element> = (element: Element) => string;

const REMOVED_TTL_MS = 24 * 3600_000;
const REMOVED_MAX = 1_000;
/** Clocks of tabs agree; a later time than this was not written by this program. */
const CLOCK_TOLERANCE_MS = 24 * 3600_000;

export const emptyMarks: ListMarks = { present: new Map(), removed: new Map(), since: 0 };

/** Notes what changed between two states of a list. `isSame` says whether an element is unchanged. */
export function markChanges<Element>(
  marks: ListMarks,
  before: readonly Element[],
  after: readonly Element[],
  idOf: IdOf<Element>,
  now: number,
  isSame: (one: Element, other: Element) => boolean = Object.is,
): ListMarks {
  if (before === after) return marks;
  const at = createTime(marks, now);
  const known = new Map(before.map((element) => [idOf(element), element]));
  const positions = assignPositions(after.map(idOf), marks.present);
  const present = new Map<string, Mark>();
  for (const [index, element] of after.entries()) {
    const id = idOf(element);
    const position = positions[index] ?? index;
    const old = marks.present.get(id);
    const former = known.get(id);
    const isUnchanged = old && former !== undefined && old[0] === position && isSame(former, element);
    present.set(id, isUnchanged ? old : [position, at]);
  }
  const removed = new Map([...marks.removed].filter(([id]) => !present.has(id)));
  for (const id of known.keys()) if (!present.has(id)) removed.set(id, at);
  return forgetOldRemovals({ present, removed, since: marks.since }, now);
}

/** Keeps the later change of each element; gives back `mine.elements` if they stay as they are. */
export function mergeLists<Element>(
  mine: MarkedList<Element>,
  theirs: MarkedList<Element>,
  idOf: IdOf<Element>,
): MarkedList<Element> {
  const removed = new Map(mine.marks.removed);
  for (const [id, at] of theirs.marks.removed) removed.set(id, Math.max(at, removed.get(id) ?? 0));
  const merged = new Map<string, { element: Element; mark: Mark }>();
  for (const [own, other] of [
    [mine, theirs],
    [theirs, mine],
  ] as const) {
    for (const element of own.elements) {
      const id = idOf(element);
      const mark = own.marks.present.get(id) ?? [0, 0];
      const wasForgotten = mark[1] < other.marks.since && !other.marks.present.has(id);
      const isLater = mark[1] > (merged.get(id)?.mark[1] ?? -1);
      if (!wasForgotten && isLater && mark[1] > (removed.get(id) ?? -1)) merged.set(id, { element, mark });
    }
  }
  const sorted = [...merged].sort(
    ([id, { mark }], [otherId, other]) => mark[0] - other.mark[0] || (id < otherId ? -1 : 1),
  );
  const elements = sorted.map(([, { element }]) => element);
  const isUnchanged = elements.length === mine.elements.length && elements.every((one, i) => one === mine.elements[i]);
  const present = new Map(sorted.map(([id, { mark }]) => [id, mark]));
  for (const id of present.keys()) removed.delete(id);
  const marks = { present, removed, since: Math.max(mine.marks.since, theirs.marks.since) };
  return { elements: isUnchanged ? mine.elements : elements, marks };
}

/** Whether `marks` know a change that `stored` does not. */
export function hasMoreChanges(marks: ListMarks, stored: ListMarks): boolean {
  for (const [id, [, at]] of marks.present) if (at > (stored.present.get(id)?.[1] ?? -1)) return true;
  for (const [id, at] of marks.removed) if (stored.present.has(id) && at > (stored.removed.get(id) ?? -1)) return true;
  return false;
}

const Time = z.number().check(z.nonnegative());
const StoredMarks = z.object({
  present: z.array(z.tuple([z.string(), z.number(), Time])),
  removed: z.array(z.tuple([z.string(), Time])),
  since: Time,
});

export const formatMarks = ({ present, removed, since }: ListMarks): z.infer<typeof StoredMarks> => ({
  present: [...present].map(([id, [position, at]]) => [id, position, at]),
  removed: [...removed],
  since,
});

/** Marks of stored elements; those without usable marks get their index as position and the oldest time. */
export function parseMarks(stored: unknown, ids: readonly string[], now: number): ListMarks {
  const { data } = StoredMarks.safeParse(stored);
  const present = new Map(data?.present.map(([id, position, at]): [string, Mark] => [id, [position, at]]));
  const removed = new Map(data?.removed);
  const times = [...[...present.values()].map(([, at]) => at), ...removed.values(), data?.since ?? 0];
  const isUsable =
    data !== undefined && times.every((at) => at < now + CLOCK_TOLERANCE_MS) && ids.every((id) => present.has(id));
  if (!isUsable) return { ...emptyMarks, present: new Map(ids.map((id, index) => [id, [index, 0]])) };
  const marks = ids.flatMap((id): [string, Mark][] => {
    const mark = present.get(id);
    return mark ? [[id, mark]] : [];
  });
  return { present: new Map(marks), removed, since: data.since };
}

/** Later than every change of the list. The fraction tells changes of two tabs in one millisecond apart. */
function createTime({ present, removed }: ListMarks, now: number): number {
  let latest = 0;
  for (const [, at] of present.values()) latest = Math.max(latest, at);
  for (const at of removed.values()) latest = Math.max(latest, at);
  return Math.max(now, Math.floor(latest) + 1) + Math.random() * 0.999;
}

/** Ascending positions in the new order. As few elements as possible get a new one. */
function assignPositions(ids: readonly string[], present: ListMarks['present']): number[] {
  const old = ids.map((id) => present.get(id)?.[0]);
  const forward = keepAscending(old);
  const backward = keepAscending(old.toReversed().map((position) => position && -position)).toReversed();
  const kept = forward.filter(Boolean).length >= backward.filter(Boolean).length ? forward : backward;
  const positions: number[] = [];
  for (let index = 0; index < ids.length; ) {
    let end = index;
    while (end < ids.length && !kept[end]) end += 1;
    const low = positions.at(-1);
    const high = old[end];
    const count = end - index;
    const start = low ?? (high ?? count + 1) - count - 1;
    const step = low !== undefined && high !== undefined && end < ids.length ? (high - low) / (count + 1) : 1;
    for (let offset = 1; offset <= count; offset += 1) positions.push(start + step * offset);
    if (end < ids.length) positions.push(high ?? 0);
    index = end + 1;
  }
  const isAscending = positions.every((position, index) => index === 0 || position > (positions[index - 1] ?? 0));
  return isAscending ? positions : ids.map((_id, index) => index);
}

/** Which positions can stay: those above all before them. */
function keepAscending(positions: readonly (number | undefined)[]): boolean[] {
  let last = Number.NEGATIVE_INFINITY;
  return positions.map((position) => {
    if (position === undefined || position <= last) return false;
    last = position;
    return true;
  });
}

function forgetOldRemovals({ present, removed, since }: ListMarks, now: number): ListMarks {
  const sorted = [...removed].sort(([, one], [, other]) => other - one);
  const limit = Math.max(since, now - REMOVED_TTL_MS, sorted[REMOVED_MAX]?.[1] ?? 0);
  const recent = sorted.filter(([, at]) => at > limit);
  return { present, removed: new Map(recent), since: recent.length < sorted.length ? limit : since };
}
