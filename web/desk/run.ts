import type { Decision, RunDetail } from '@promenade/contract/desk';

/*
 * A run of the desk as pure functions. The server's state and the steps that it has not answered yet are kept apart; what
 * the screen shows are those steps applied to it, so a refused step falls out without touching the others.
 */

type Made = Decision & { before: number /** Milliseconds since 1970. */; at: number; isUndone: boolean };

/** `position` is an index of `order`, or its length at the end. */
export interface RunState {
  order: readonly string[];
  position: number;
  /** Oldest first. */
  decisions: readonly Made[];
}

/** What the person did. Steps are sent once, in their order. */
export type Step =
  | { type: 'decide'; decision: Decision; before: number; at: number }
  | { type: 'undo'; id: string; kind?: Decision['kind'] | undefined }
  | { type: 'move'; position: number };

export interface Desk {
  base: RunState;
  waiting: readonly Step[];
  /** How many of the first waiting steps are on their way. */
  sending: number;
  /** Releases that can no longer be heard. */
  lost: readonly string[];
  /** Releases whose decision the server refused. */
  failed: readonly string[];
  /** Decisions that the server refused to take back. */
  fixed: readonly string[];
}

export const createDesk = (run: RunDetail, waiting: readonly Step[]): Desk => ({
  base: toState(run),
  waiting,
  sending: 0,
  lost: run.lost ?? [],
  failed: run.failed ?? [],
  fixed: [],
});

/** Takes over what the server has now; steps that it has already made change nothing. */
export const refreshDesk = (desk: Desk, run: RunDetail): Desk => ({
  ...desk,
  base: toState(run),
  lost: [...new Set([...desk.lost, ...(run.lost ?? [])])],
  failed: run.failed ?? desk.failed,
});

const toState = ({ releaseids, position, decisions }: RunDetail): RunState => ({
  order: releaseids,
  position,
  decisions: decisions.map(({ at, undoneat, ...made }) => ({
    ...made,
    at: Date.parse(at),
    isUndone: undoneat !== null,
  })),
});

export const getRun = ({ base, waiting }: Desk): RunState => waiting.reduce(applyStep, base);

/** Decides the current release and goes on; a playlist leaves the person where they are. The same desk at the end. */
export function decide(
  desk: Desk,
  { kind, ...details }: Pick<Decision, 'kind' | 'reaction' | 'playlist'>,
  { id, at }: { id: string; at: number },
): Desk {
  const { order, position } = getRun(desk);
  const releaseid = order[position];
  if (releaseid === undefined) return desk;
  const next =
    kind === 'playlist'
      ? position
      : kind === 'later'
        ? findHeard(desk, moveTo(order, releaseid, order.length), position)
        : findHeard(desk, order, position + 1);
  const decision = { id, releaseid, kind, position: next, ...details };
  return add(desk, { type: 'decide', decision, before: position, at });
}

/** The decision that undo takes back. */
export const findUndoable = (desk: Desk): Made | undefined =>
  getRun(desk).decisions.findLast(({ id, isUndone }) => !isUndone && !desk.fixed.includes(id));

/** Takes the last decision back; one that was not sent yet is not sent at all. */
export function undo(desk: Desk): Desk {
  const last = findUndoable(desk);
  if (!last) return desk;
  const index = desk.waiting.findIndex((step) => step.type === 'decide' && step.decision.id === last.id);
  if (index < desk.sending) return add(desk, { type: 'undo', id: last.id, kind: last.kind });
  const without = { ...desk, waiting: desk.waiting.toSpliced(index, 1) };
  return getRun(without).position === last.before ? without : add(without, { type: 'move', position: last.before });
}

/** Goes to the release before, deciding nothing. */
export function goBack(desk: Desk): Desk {
  const { order, position } = getRun(desk);
  const before = order.slice(0, position).findLastIndex((releaseid) => !desk.lost.includes(releaseid));
  return before < 0 ? desk : add(desk, { type: 'move', position: before });
}

/** A release of the run can no longer be heard: it is skipped. */
export function lose(desk: Desk, releaseid: string): Desk {
  const { order, position } = getRun(desk);
  if (!order.includes(releaseid)) return desk;
  const lost = desk.lost.includes(releaseid) ? desk : { ...desk, lost: [...desk.lost, releaseid] };
  return order[position] === releaseid ? add(lost, { type: 'move', position: findHeard(lost, order, position) }) : lost;
}

/** Marks the steps that one call sends: decisions together, others alone. The same desk without any, or during a call. */
export function startSending(desk: Desk, max: number): Desk {
  if (desk.sending > 0) return desk;
  const other = desk.waiting.findIndex(({ type }) => type !== 'decide');
  const decisions = other < 0 ? desk.waiting.length : other;
  const sending = Math.min(max, Math.max(decisions, Math.min(1, desk.waiting.length)));
  return sending === 0 ? desk : { ...desk, sending };
}

/** The call arrived; `refused` are ids of decisions that were not made or not taken back. */
export function finishSending(desk: Desk, refused: readonly string[] = []): Desk {
  const sent = desk.waiting.slice(0, desk.sending);
  const isMade = (step: Step) => !refused.includes(getDecisionId(step) ?? '');
  const failed = sent.flatMap((step) => (step.type === 'decide' && !isMade(step) ? step.decision.releaseid : []));
  const fixed = sent.flatMap((step) => (step.type === 'undo' && !isMade(step) ? step.id : []));
  return {
    ...desk,
    base: sent.filter(isMade).reduce(applyStep, desk.base),
    waiting: desk.waiting.slice(desk.sending),
    sending: 0,
    failed: [...desk.failed, ...failed],
    fixed: [...desk.fixed, ...fixed],
  };
}

/** The call did not arrive: its steps wait again. */
export const cancelSending = (desk: Desk): Desk => ({ ...desk, sending: 0 });

/** What is left at the end: releases nobody decided, those that are gone, and those whose decision was refused. */
export function countLeft(desk: Desk): Record<'undecided' | 'lost' | 'failed', number> {
  const { order, decisions } = getRun(desk);
  const decided = new Set(
    decisions.filter(({ kind, isUndone }) => kind !== 'next' && !isUndone).map(({ releaseid }) => releaseid),
  );
  const open = order.filter((releaseid) => !decided.has(releaseid));
  const lost = open.filter((releaseid) => desk.lost.includes(releaseid)).length;
  const failed = open.filter((releaseid) => desk.failed.includes(releaseid) && !desk.lost.includes(releaseid)).length;
  return { undecided: open.length - lost - failed, lost, failed };
}

/** Releases by their last decision. */
export function countDecided({ decisions }: RunState): Record<Decision['kind'], number> {
  const counts = { flag: 0, archive: 0, later: 0, reaction: 0, next: 0, playlist: 0 };
  const made = decisions.filter(({ isUndone }) => !isUndone);
  for (const kind of new Map(made.map((decision) => [decision.releaseid, decision.kind])).values()) counts[kind] += 1;
  return counts;
}

const RECENT = 20;
/** A longer time between two decisions was a break. */
const BREAK_MS = 5 * 60_000;

/** Minutes until the end at the median pace of the last decisions; undefined before there are three. */
export function estimateMinutes({ order, position, decisions }: RunState): number | undefined {
  const times = decisions.slice(-RECENT - 1).map(({ at }) => at);
  const gaps = times.slice(1).map((at, index) => at - (times[index] ?? at));
  const paces = gaps.filter((gap) => gap >= 0 && gap < BREAK_MS);
  if (paces.length < 2) return undefined;
  const median = paces.toSorted((one, other) => one - other)[Math.floor(paces.length / 2)] ?? 0;
  return Math.max(1, Math.round(((order.length - position) * median) / 60_000));
}

export const getDecisionId = (step: Step): string | undefined =>
  step.type === 'decide' ? step.decision.id : step.type === 'undo' ? step.id : undefined;

const add = (desk: Desk, step: Step): Desk => ({ ...desk, waiting: [...desk.waiting, step] });

function applyStep(run: RunState, step: Step): RunState {
  if (step.type === 'move') return { ...run, position: step.position };
  const made = run.decisions.find(({ id }) => id === getDecisionId(step));
  if (step.type === 'decide') {
    const { decision, before, at } = step;
    if (made) return run;
    const { releaseid, kind, position } = decision;
    return {
      order: kind === 'later' ? moveTo(run.order, releaseid, run.order.length) : run.order,
      position,
      decisions: [...run.decisions, { ...decision, before, at, isUndone: false }],
    };
  }
  if (!made || made.isUndone) return run;
  return {
    order: made.kind === 'later' ? moveTo(run.order, made.releaseid, made.before) : run.order,
    position: made.before,
    decisions: run.decisions.map((other) => (other === made ? { ...made, isUndone: true } : other)),
  };
}

const moveTo = (order: readonly string[], releaseid: string, index: number): string[] =>
  order.filter((id) => id !== releaseid).toSpliced(index, 0, releaseid);

/** The first position from here on whose release can be heard. */
function findHeard({ lost }: Desk, order: readonly string[], from: number): number {
  const found = order.findIndex((releaseid, index) => index >= from && !lost.includes(releaseid));
  return found < 0 ? order.length : found;
}
