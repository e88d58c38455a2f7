import type { RunDetail } from '@promenade/contract/desk';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  cancelSending,
  countDecided,
  createDesk,
  type Desk,
  decide,
  estimateMinutes,
  findUndoable,
  finishSending,
  getRun,
  goBack,
  lose,
  refreshDesk,
  startSending,
  undo,
} from './run.ts';

const run = (releaseids: string[], position = 0): RunDetail => ({
  runid: 'run',
  title: '',
  source: 'gallery',
  total: releaseids.length,
  listed: releaseids.length,
  position,
  counts: { flagged: 0, archived: 0, reacted: 0, later: 0, playlists: 0, undecided: 0, lost: 0, left: 0 },
  startedat: '',
  usedat: '',
  finishedat: null,
  releaseids,
  decisions: [],
  lost: [],
  failed: [],
});
const open = (...releaseids: string[]) => createDesk(run(releaseids), []);
let lastId = 0;
const make = (desk: Desk, kind: Parameters<typeof decide>[1]['kind'], at = 0) => {
  lastId += 1;
  return decide(desk, { kind }, { id: `d${lastId}`, at });
};
const current = (desk: Desk) => {
  const { order, position } = getRun(desk);
  return order[position];
};
const sent = (desk: Desk, refused?: string[]) => finishSending(startSending(desk, 50), refused);

test('a decision shows the next release; later moves one to the end; a playlist stays', () => {
  const flagged = make(open('a', 'b', 'c'), 'flag');
  expect(current(flagged)).toBe('b');
  const later = make(flagged, 'later');
  expect(getRun(later)).toMatchObject({ order: ['a', 'c', 'b'], position: 1 });
  expect(current(make(later, 'playlist'))).toBe('c');
  const end = make(make(later, 'archive'), 'next');
  expect(current(end)).toBeUndefined();
  expect(make(end, 'flag')).toBe(end);
  expect(countDecided(getRun(end))).toMatchObject({ flag: 1, archive: 1, next: 1, later: 0 });
});

test('undo goes back to the release and its position, as often as there are decisions', () => {
  let desk = sent(make(make(open('a', 'b', 'c'), 'later'), 'flag'));
  desk = make(desk, 'archive');
  desk = undo(undo(undo(desk)));
  expect(getRun(desk)).toMatchObject({ order: ['a', 'b', 'c'], position: 0 });
  expect(findUndoable(desk)).toBeUndefined();
  expect(undo(desk)).toBe(desk);
});

test('an undone decision that was not sent is never sent', () => {
  expect(undo(make(open('a', 'b'), 'flag')).waiting).toEqual([]);
  const sending = startSending(make(open('a', 'b'), 'flag'), 50);
  expect(undo(sending).waiting.map(({ type }) => type)).toEqual(['decide', 'undo']);
});

test('going back decides nothing, and skips what was lost', () => {
  const desk = lose(make(make(open('a', 'b', 'c'), 'flag'), 'next'), 'b');
  const back = goBack(desk);
  expect(current(back)).toBe('a');
  expect(goBack(back)).toBe(back);
  expect(current(make(back, 'archive'))).toBe('c');
});

test('a lost release is skipped and counted, and the end is reached when the last ones are lost', () => {
  const desk = lose(lose(open('a', 'b', 'c'), 'b'), 'a');
  expect(current(desk)).toBe('c');
  expect(lose(desk, 'c')).toMatchObject({ lost: ['b', 'a', 'c'] });
  expect(current(lose(desk, 'c'))).toBeUndefined();
  expect(lose(desk, 'elsewhere')).toBe(desk);
});

test('a refused decision falls out, others stay; a refused undo lets the decision before be undone', () => {
  const desk = make(make(open('a', 'b', 'c'), 'flag'), 'archive');
  const [first, second] = desk.waiting.map((step) => (step.type === 'decide' ? step.decision.id : ''));
  const refused = sent(desk, [first ?? '']);
  expect(getRun(refused).decisions.map(({ id }) => id)).toEqual([second]);
  expect(current(refused)).toBe('c');
  const kept = sent(undo(sent(desk)), [second ?? '']);
  expect(current(kept)).toBe('c');
  expect(findUndoable(kept)?.id).toBe(first);
});

test('decisions are sent together, other steps alone, and again after a call without an answer', () => {
  const desk = goBack(make(make(open('a', 'b', 'c'), 'flag'), 'flag'));
  const first = startSending(desk, 50);
  expect(first.sending).toBe(2);
  expect(startSending(first, 50)).toBe(first);
  expect(startSending(cancelSending(first), 1).sending).toBe(1);
  expect(startSending(finishSending(first), 50).sending).toBe(1);
});

test('an answer of the server that already has the steps on their way shows each once', () => {
  const desk = startSending(make(open('a', 'b'), 'flag'), 50);
  const [step] = desk.waiting;
  if (step?.type !== 'decide') throw new Error('A decision waits');
  const server = { ...step.decision, before: 0, at: '2026-11-28T12:00:00.000Z', undoneat: null };
  const followed = refreshDesk(desk, { ...run(['a', 'b'], 1), decisions: [server] });
  expect(getRun(finishSending(followed)).decisions).toHaveLength(1);
});

test('the rest takes as long as the last decisions did, without breaks', () => {
  const ids = Array.from({ length: 12 }, (_none, index) => `r${index}`);
  const times = [0, 30_000, 3_600_000, 3_630_000];
  const desk = times.reduce((before, at) => make(before, 'flag', at), open(...ids));
  expect(estimateMinutes(getRun(desk))).toBe(4);
  expect(estimateMinutes(getRun(open('a')))).toBeUndefined();
});

test('whenever calls arrive, the screen shows what it would with a server that answers at once', () => {
  const actions = fc.constantFrom('flag', 'archive', 'later', 'next', 'playlist', 'undo', 'back', 'send', 'arrive');
  fc.assert(
    fc.property(fc.array(actions, { maxLength: 60 }), fc.integer({ min: 1, max: 4 }), (steps, size) => {
      let slow = open(...Array.from({ length: size }, (_none, index) => `r${index}`));
      let model = slow;
      for (const [index, action] of steps.entries()) {
        const change = (desk: Desk): Desk => {
          if (action === 'undo') return undo(desk);
          if (action === 'back') return goBack(desk);
          if (action === 'send' || action === 'arrive') return desk;
          return decide(desk, { kind: action }, { id: `p${index}`, at: 0 });
        };
        model = sent(change(model));
        slow = change(slow);
        if (action === 'send') slow = startSending(slow, 2);
        if (action === 'arrive') slow = slow.sending > 0 ? finishSending(slow) : slow;
        const [shown, wanted] = [getRun(slow), getRun(model)];
        expect(shown.order).toEqual(wanted.order);
        expect(shown.position).toBe(wanted.position);
        expect(countDecided(shown)).toEqual(countDecided(wanted));
        expect(findUndoable(slow)?.id).toBe(findUndoable(model)?.id);
      }
    }),
  );
});

test('an answer of a node of the version before changes nothing of what is lost and failed', () => {
  const { lost: _lost, failed: _failed, ...older } = run(['a', 'b']);
  expect(createDesk(older, [])).toMatchObject({ lost: [], failed: [] });
  const desk = { ...lose(open('a', 'b'), 'b'), failed: ['a'] };
  expect(refreshDesk(desk, older)).toMatchObject({ lost: ['b'], failed: ['a'] });
});
