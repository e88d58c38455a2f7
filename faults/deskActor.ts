import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { release as details, type ReactionKind } from '@promenade/contract/catalogue';
import * as desk from '@promenade/contract/desk';
import { type Random, randomInteger, randomItem } from '../demo/random.ts';
import type { Call } from '../server/testing/client.ts';
import type { ActorPlan, Step } from './actor.ts';
import type { KnownRelease } from './deliveries.ts';

/** Nothing is archived: the lists of this account are compared with what was imported. */
interface Decided {
  flagged: boolean;
  reaction: ReactionKind | null;
}

interface RunState {
  position: number;
  /** By release. */
  decided: Record<string, Decided>;
  /** Ids of the decisions that are not undone, the oldest first. */
  decisions: string[];
}

/** Stays below DECISIONS_PER_MINUTE. */
const PAUSE_MS = 200;

/** Decides and undoes in a run over all releases, which it starts. */
export async function createDeskPlan(
  name: string,
  call: Call,
  releases: readonly KnownRelease[],
  random: Random,
): Promise<ActorPlan<RunState>> {
  const body = { source: { kind: 'gallery' as const, query: {} } };
  const { runid } = (await call(desk.startRun, { body })).body;
  const params = { runid };
  const before = new Map<string, RunState>();

  function choose(state: RunState): Step<RunState> {
    const last = state.decisions.at(-1);
    const stateBefore = last !== undefined && random() < 0.4 ? before.get(last) : undefined;
    if (last !== undefined && stateBefore)
      return {
        description: `undo ${last}`,
        send: () => call(desk.undoDecision, { params: { ...params, id: last } }),
        stateAfter: stateBefore,
      };
    const { releaseid } = randomItem(random, releases);
    const id = randomUUID();
    const kind = randomItem(random, ['flag', 'reaction', 'next'] as const);
    const reaction = randomItem(random, ['rotation', 'considering', 'not-for-us'] as const);
    const position = randomInteger(random, 0, releases.length - 1);
    const decision = { id, releaseid, kind, position, ...(kind === 'reaction' && { reaction: { kind: reaction } }) };
    const former = state.decided[releaseid] ?? { flagged: false, reaction: null };
    const after = {
      flag: { ...former, flagged: true },
      reaction: { ...former, reaction },
      next: former,
    }[kind];
    before.set(id, state);
    return {
      description: `${kind} ${releaseid}`,
      send: async () => {
        await pause(PAUSE_MS);
        return call(desk.decide, { params, body: { decisions: [decision] } });
      },
      stateAfter: {
        position,
        decided: { ...state.decided, [releaseid]: after },
        decisions: [...state.decisions, id],
      },
    };
  }

  async function read(): Promise<RunState> {
    const run = (await call(desk.run, { params })).body;
    const rows = await Promise.all(
      releases.map(async ({ releaseid }): Promise<[string, Decided]> => {
        const { flagged, reaction } = (await call(details, { params: { releaseid } })).body;
        return [releaseid, { flagged, reaction: reaction?.kind ?? null }];
      }),
    );
    const decisions = run.decisions.filter(({ undoneat }) => undoneat === null).map(({ id }) => id);
    return { position: run.position, decided: Object.fromEntries(rows), decisions };
  }

  return { name, state: await read(), choose, read };
}
