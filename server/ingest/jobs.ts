import type { Inspected } from './inspect.ts';
import type { Rendered, RenderJob } from './render.ts';

/** What a worker can be asked; a type only, so that both sides of the thread agree. */
export interface Jobs {
  inspect: { ask: { path: string }; answer: Inspected };
  render: { ask: RenderJob; answer: Rendered };
}
export type JobName = keyof Jobs;

export type Asked = { [Name in JobName]: { name: Name; ask: Jobs[Name]['ask'] } }[JobName];

/** What a worker says while it works. */
export type Said =
  | { kind: 'ready' }
  /** Bytes read or seconds decoded; only that it grows matters. */
  | { kind: 'progress'; amount: number }
  | { kind: 'process'; pid: number }
  | { kind: 'done'; answer: Jobs[JobName]['answer'] }
  /** `refused`: the sender's matter. Else a fault of ours, with its stack. */
  | { kind: 'failed'; refused: boolean; reason: string };
